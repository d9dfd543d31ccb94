# SPDX-License-Identifier: GPL-3.0-or-later
# embed.sh FILE NAME <TEXT: writes C definitions into FILE: NAME, the text of an element of the page,
# as an XML CDATA section in comments; and NAME_hash, its SHA-256 in base64. The policy of the page
# contains the hash, so that the browser accepts no other script or style sheet. SHA256SUM in the
# environment is the program of coreutils.
file=$1 name=$2
{ echo '/*<![CDATA[*/'; cat; printf '/*]]>*/'; } >"$file.part" || exit 1
hash=$("${SHA256SUM:-sha256sum}" <"$file.part" | awk '{
    six = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    if (length($1) != 64)
        exit 1
    for (i = 1; i <= 64; i += 3) { # three digits are two letters
        bits = 0
        for (k = i; k < i + 3; k++)
            bits = 16 * bits + (k > 64 ? 0 : index("0123456789abcdef", substr($1, k, 1)) - 1)
        text = text substr(six, int(bits / 64) + 1, 1) (i < 64 ? substr(six, bits % 64 + 1, 1) : "=")
    }
    print text
}')
[ ${#hash} = 44 ] || { echo "embed.sh: cannot compute the SHA-256 of $file.part; install coreutils" >&2; exit 1; }
{
    echo "static const char ${name}[] ="
    sed -e 's/[\\"]/\\&/g' -e 's/^/"/' -e '$!s/$/\\n"/' -e '$s/$/";/' "$file.part"
    echo
    echo "static const char ${name}_hash[] = \"$hash\";"
} >"$file.new" && rm -f "$file.part" && mv "$file.new" "$file"
