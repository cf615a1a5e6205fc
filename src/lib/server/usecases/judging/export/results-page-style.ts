// The look of the exported page: it has no access to the application's own styles.
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#faf8f4,#1b1916);--text:light-dark(#221d17,#f3f0ea);--muted:light-dark(#605a51,#b3ada3);--line:light-dark(#d8d2c7,#4a463f);--accent:light-dark(#0f5a68,#7fc7d3);--amber:light-dark(#7e5300,#e7b95a)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:400 1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:52rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2rem;line-height:1.15;margin:.2em 0}
h2{margin:2.5rem 0 .75rem;font-size:1.4rem}
h3{margin:0 0 .4rem;font-size:1.15rem}
h4{margin:1rem 0 .3rem;font-size:1rem}
.muted,dt,footer{color:var(--muted);font-weight:400}
.lead{font:400 1.35rem/1.35 Georgia,serif;max-width:36rem}
article,section{padding:1rem 0;border-top:1px solid var(--line)}
.total{float:right}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.6rem;margin:.6rem 0}
dt{font-size:.88rem}dd{margin:0}
ul{padding-left:1.2em;margin:.3rem 0}
blockquote{margin:.3rem 0;padding-left:.9rem;border-left:3px solid var(--line);font-family:Georgia,serif;white-space:pre-wrap}
footer{font:400 .88rem system-ui,sans-serif}
table{width:100%;border-collapse:collapse;font-size:.95rem}
th,td{padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);text-align:right;vertical-align:top;font-weight:400}
th:first-child{text-align:left;font-weight:500}
thead th{color:var(--muted);font-size:.88rem}
svg{width:100%;height:auto}svg text{fill:var(--text);font:500 15px system-ui,sans-serif}
svg .value{fill:var(--muted);font-weight:400}svg .head{font-weight:600}
circle{fill:var(--text)}.closed{stroke:var(--line);stroke-dasharray:2 5}
.line{fill:none;stroke:var(--muted);stroke-width:1.5}
.looks-complete{stroke:var(--amber);stroke-width:2.5;stroke-dasharray:7 4}
.better-than-it-looks{stroke:var(--accent);stroke-width:2.5}
@media print{:root{color-scheme:light}body{font-size:10.5pt;background:#fff}article,section,tr,svg,blockquote{break-inside:avoid}h2,h3,h4{break-after:avoid}main{max-width:none;padding:0}}
`;
