"""The style sheet of the report page: wide, phone, dark and on paper."""

from __future__ import annotations

from condotta.report.palette import themes
from condotta.report.svg import TYPE

LAYOUT = """
:root{--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","TeX Gyre Pagella",
"URW Palladio L",P052,Georgia,serif;
--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
*{box-sizing:border-box}
html{font:15px/1.45 var(--sans);background:var(--paper);color:var(--ink);
-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:1460px;padding:0 28px 48px}
h1,h2,h3,p,ol,ul,dl,dd,figure,table{margin:0;padding:0}
ol,ul{list-style:none}
h1,h2,h3{font-family:var(--serif);line-height:1.2;text-wrap:balance}
h1{font-size:30px}h2{font-size:19px;margin-bottom:10px}h3{font-size:16px}
header{padding:26px 0 14px;border-bottom:1px solid var(--rule)}
header p{color:var(--ink2);margin-top:4px}
.brand{font:700 16px/1 var(--serif);color:var(--ink3);margin-bottom:14px;display:flex;gap:8px;
align-items:center}
.pick{position:fixed;top:50%;left:0;width:1px;height:1px;margin:0;opacity:0}
.card{background:var(--surface);border:1px solid var(--rule);border-radius:10px;
padding:16px 18px;min-width:0}
.quiet{color:var(--ink3);font-size:13px}
.num{font-variant-numeric:tabular-nums lining-nums}
.cl{font:600 11px/1 var(--mono);color:var(--ink2);border-bottom:1px dotted var(--ink3);
text-decoration:none;white-space:nowrap}
.badge{flex:none;width:24px;height:24px;vertical-align:-6px}
svg.chart{display:block;width:100%;height:auto}
.tick{font-size:11px;fill:var(--ink3)}.mid{text-anchor:middle}
text.num{font-size:12px;font-weight:700}
.armies{display:grid;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));gap:14px;
margin:18px 0}
.army h2{display:flex;gap:10px;align-items:center;margin:0 0 6px}
.army dl{display:grid;grid-template-columns:auto 1fr;gap:2px 14px;font-size:14px}
.army dt{color:var(--ink3)}
.line{display:flex;flex-wrap:wrap;gap:0;margin:6px 0 16px;padding:8px 0}
.line label{position:relative;flex:1 0 30px;min-width:30px;text-align:center;cursor:pointer;
font-size:11px;color:var(--ink3);padding-top:26px;min-height:44px}
.line label::before{content:"";position:absolute;left:0;right:0;top:13px;height:2px;
background:var(--rule2)}
.line label:first-child::before{left:50%}.line label:last-child::before{right:50%}
.line svg{position:absolute;left:50%;top:4px;width:20px;height:20px;margin-left:-10px;
overflow:visible}
.line label:hover svg{filter:brightness(1.15)}
.turn{display:none;grid-template-columns:minmax(0,1fr) 390px;gap:20px;align-items:start}
.turn .map{overflow-x:auto;position:sticky;top:10px}
.turn .map svg{display:block;width:100%;height:auto;min-width:640px}
.top{display:flex;justify-content:space-between;align-items:center;gap:12px;margin-bottom:6px}
.top h2{margin:0}
.steps{display:flex;gap:6px;flex:none}
.steps label{border:1px solid var(--rule2);border-radius:7px;background:var(--surface);
padding:6px 12px;font-size:14px;font-weight:600;cursor:pointer;min-height:34px}
.steps label:hover{border-color:var(--ink)}
.steps .off{visibility:hidden}
.tale{font-family:var(--serif);font-size:16px;line-height:1.4}
.tale>li{padding:7px 0;border-top:1px solid var(--rule)}
.tale>li:first-child{border-top:0}
.tale .phase{font:600 11.5px/1.3 var(--sans);letter-spacing:.08em;text-transform:uppercase;
color:var(--ink3)}
.tale .loss{font-weight:700;color:var(--ink)}
.tale .loss::before{content:"\\2715\\00a0";color:var(--deep)}
.tale .end{font-weight:700;font-size:19px}
details>summary{cursor:pointer;list-style:none}
details>summary::-webkit-details-marker{display:none}
details>summary::after{content:"\\00a0+";color:var(--ink3);font-family:var(--sans)}
details[open]>summary::after{content:"\\00a0\\2212"}
.why{font:13px/1.45 var(--sans);color:var(--ink2);padding:6px 0 2px}
.why li{padding:2px 0}
.odds{display:flex;height:22px;border:1px solid var(--ink3);border-radius:5px;overflow:hidden;
margin:6px 0 4px;font:700 12px/20px var(--sans);text-align:center}
.odds i{font-style:normal;min-width:0;color:var(--ink)}
.odds .all{background:var(--fill);color:var(--on)}
.odds .some{background:repeating-linear-gradient(45deg,var(--tint) 0 5px,
color-mix(in srgb,var(--tint) 70%,var(--fill)) 5px 7px)}
.odds .tie{background:var(--surface)}
.odds .came{box-shadow:inset 0 -3px 0 var(--ink)}
.cards{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:16px;margin-top:26px}
.cards>.card{grid-column:span 4}.cards>.most{grid-column:span 8}.cards>.wide{grid-column:1/-1}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:18px}
.pair svg.chart{max-width:230px}
table{border-collapse:collapse;width:100%;font-size:14px}
th{font-weight:600;color:var(--ink3);text-align:left}
th,td{padding:5px 8px 5px 0;border-bottom:1px solid var(--rule);vertical-align:top}
td.r,th.r{text-align:right;font-variant-numeric:tabular-nums lining-nums}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
footer{margin-top:30px;color:var(--ink3);font-size:13px}
@media (max-width:1080px){.cards>.card{grid-column:span 6}.cards>.wide{grid-column:1/-1}}
@media (max-width:960px){.turn{grid-template-columns:minmax(0,1fr)}.turn .map{position:static}}
@media (max-width:600px){body{padding:0 14px 36px}h1{font-size:24px}
.line label{flex:0 0 36px}.cards>.card,.cards>.most{grid-column:1/-1}
.steps label{min-height:44px}}
@media print{html{font-size:11pt}body{max-width:none;padding:0}
.line,.steps,.pick{display:none}.turn{display:block!important;margin-bottom:14pt}
.turn .map{position:static;break-inside:avoid;break-after:avoid}
.turn .map svg{min-width:0;width:88%;margin:0 auto}
.card{border-color:#999;break-inside:avoid}.turn .card,.cards .wide{break-inside:auto}
.tale{columns:2;column-gap:18pt;font-size:10pt}details>summary::after{content:""}}
"""


def css(turns: int) -> str:
    """All of it; one rule a turn shows that turn when its mark is chosen."""
    shown = ",".join(f"#t{turn}:checked~main #p{turn}" for turn in range(turns))
    marked = ",".join(f"#t{turn}:checked~main label[for=t{turn}] svg" for turn in range(turns))
    named = ",".join(f"#t{turn}:checked~main .line label[for=t{turn}]" for turn in range(turns))
    focus = ",".join(
        f"#t{turn}:focus-visible~main .line label[for=t{turn}]" for turn in range(turns)
    )
    chosen = (
        f"{shown}{{display:grid}}"
        f"{named}{{color:var(--ink);font-weight:700}}"
        f"{marked}{{transform:scale(1.45)}}"
        f"{focus}{{outline:3px solid var(--focus);outline-offset:2px}}"
    )
    return themes() + TYPE + LAYOUT.replace("\n", "") + chosen
