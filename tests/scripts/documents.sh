# SPDX-License-Identifier: GPL-3.0-or-later
# The files that README.md and HACKING.md name exist. Names in capitals are placeholders; build/ and out/ are generated.
cd "$SRCDIR" || exit 1
for page in README.md HACKING.md doc/kma-guide.md samples/README.md bench/README.md tests/fuzz/README.md; do
    lost=$(grep -o '`[^` ]*`' "$page" | tr -d '`' | grep '/' | grep -v '[A-Z*=]\|^build\|^out/\|^macs-out/\|findings\|^\.\./' | sort -u |
        while read -r f; do [ -e "$f" ] || [ -e "$(dirname "$page")/$f" ] || echo "$f"; done)
    if [ -z "$lost" ]; then echo "ok $page names existing files"
    else echo "$lost" | sed 's/^/# /'; echo "not ok $page names existing files"; fi
done
