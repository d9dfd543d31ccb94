# SPDX-License-Identifier: GPL-3.0-or-later
# For tests that depend on features of the CPU: . "$SRCDIR/tests/cpu.sh" cpu_has FEATURE: whether it is reported, by
# its name in /proc/cpuinfo; by MACS_CPU where that simulates a CPU and lists features ("VENDOR FAMILY MODEL
# STEPPING FEATURE...").
cpu_has() {
    case ${MACS_CPU:-} in
    *' '*' '*' '*' '*) case " $MACS_CPU " in *" $1 "*) return 0 ;; *) return 1 ;; esac ;;
    *) grep -qw "$1" /proc/cpuinfo 2>/dev/null ;;
    esac
}
