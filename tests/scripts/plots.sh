# SPDX-License-Identifier: GPL-3.0-or-later
# Charts read by other programs: labels are text, fonts are embedded, the markup is well-formed.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
ladders=$SRCDIR/tests/cases/plots/bars-twelve-loops/ladders
names='lfk1 lfk2 lfk3 lfk4 lfk5 lfk6 lfk7 lfk8 lfk9 lfk10 lfk11 lfk12'
for kind in pdf svg png; do
    plot-ladders x.$kind <"$ladders" || { echo "not ok twelve loops as $kind"; exit 1; }
done

# holds NAME FILE: every label of the chart is a word of the file's text
holds() {
    lost=
    for word in $names rs6000 processor MACS measured loop CPL; do
        tr -cs 'A-Za-z0-9' '\n' <"$2" | grep -qx "$word" || lost="$lost $word"
    done
    [ -z "$lost" ] && echo "ok $1" || { echo "# not found:$lost"; echo "not ok $1"; }
}

if command -v pdftotext >/dev/null; then
    pdftotext x.pdf x.txt && holds "labels are text in the PDF" x.txt
    plot-ladders long.pdf <"$SRCDIR/tests/cases/plots/bars-forty-long-names/ladders" &&
        pdftotext -raw long.pdf long.txt
    n=$(grep -c 'a_routine_w.*long_name_\|a_routine_.*name_[0-9][0-9]' long.txt)
    [ "$n" -eq 40 ] && echo "ok upright labels are text in the PDF" ||
        { echo "# $n of 40"; echo "not ok upright labels are text in the PDF"; }
    # chart_holds CHART CASE TEXT...: each text is in a line of the PDF
    chart_holds() {
        chart=$1 lost=
        plot-ladders c.pdf "$1" <"$SRCDIR/tests/cases/plots/$2/ladders" && pdftotext -raw c.pdf c.txt
        shift 2
        for text; do grep -qF -e "$text" c.txt || lost="$lost $text;"; done
        [ -z "$lost" ] && echo "ok texts of the chart $chart in the PDF" ||
            { echo "# not found:$lost"; echo "not ok texts of the chart $chart in the PDF"; }
    }
    chart_holds hierarchy hierarchy-steps 'large in one' 'P +5' 'gap C, 20 %:' '5 CPL, 2.5 CPF' 'MUF 0.5'
    chart_holds share share-by-time '3 loops, 10000 cycles' 'C+S+P' 'Not measured in one: d.'
    chart_holds waterfall waterfall-builds 'all 2 loops that every build measured' \
        'O2 compared with O0: 10 to 7 CPL (−30 %): C −3, S −1, P +1'
else echo "skip labels are text in the PDF: no pdftotext"; fi

if command -v pdffonts >/dev/null; then
    pdffonts x.pdf | awk 'NR > 2 { n++; if ($(NF - 4) != "yes") bad = 1 } END { exit bad || !n }' &&
        echo "ok fonts are embedded in the PDF" || echo "not ok fonts are embedded in the PDF"
else echo "skip fonts are embedded in the PDF: no pdffonts"; fi

if command -v pdfinfo >/dev/null; then
    pdfinfo x.pdf | grep -i 'date' && echo "not ok the PDF holds no date" || echo "ok the PDF holds no date"
else echo "skip the PDF holds no date: no pdfinfo"; fi

sed -n 's/.*<text[^>]*>\(.*\)<.text>.*/\1/p' x.svg >svg.txt
holds "labels are text in the SVG" svg.txt
if command -v xmllint >/dev/null; then
    printf 'run <a>&"b" ksr1 1 -\nloop a&b.f <sub> 1 1 2 3 4 5\n' | plot-ladders odd.svg &&
        xmllint --nonet --noout x.svg odd.svg &&
        echo "ok the SVG is well-formed" || echo "not ok the SVG is well-formed"
else echo "skip the SVG is well-formed: no xmllint"; fi

# A PNG starts with its signature and closes with IEND.
[ "$(head -c 8 x.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] &&
    tail -c 8 x.png | grep -q '^IEND' && echo "ok the PNG is whole" || echo "not ok the PNG is whole"
