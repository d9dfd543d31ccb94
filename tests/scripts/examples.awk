# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v to=DIR -f examples.awk FILE: writes the console examples of a document as
# DIR/N.cmd and DIR/N.want, N = 001, 002, ... In Markdown they are the blocks marked
# ```console, in a man page those between .EX and .EE; within them a line "$ COMMAND" is a command (continued if it
# ends in a backslash), and the lines after it are its output.
function open_command(text) {
    close_command(); name = sprintf("%s/%03d", to, ++n)
    printf "%s\n", text >(name ".cmd"); printf "" >(name ".want"); more = text ~ /\\$/
    printf "%d\n", FNR >(name ".line")
}
function close_command() { if (name) { close(name ".cmd"); close(name ".want"); close(name ".line") } name = "" }
function plain(text) { # of roff
    gsub(/\\-/, "-", text); gsub(/\\&/, "", text); gsub(/\\\(ti/, "~", text); gsub(/\\\(aq/, "'", text)
    gsub(/\\\(dq/, "\"", text); gsub(/\\f[A-Z]/, "", text); gsub(/\\e|\\\(rs/, "\\", text); return text
}
/^```console/ || /^\.EX/ { inside = 1; roff = /^\./; next }
/^```/ || /^\.EE/ { inside = 0; close_command(); next }
!inside { next }
{ line = roff ? plain($0) : $0 }
more { printf "%s\n", line >>(name ".cmd"); more = line ~ /\\$/; next }
line ~ /^\$ / { open_command(substr(line, 3)); next }
name { printf "%s\n", line >>(name ".want") }
