"""The style of a report: light, dark, narrow, and on paper."""

from __future__ import annotations

__all__ = ["STYLE"]

STYLE = """
:root{color-scheme:light dark;--ground:#f8fafc;--card:#fff;--text:#0f172a;--quiet:#475569;--line:#e2e8f0;
--accent:#1d4ed8;--good:#047857;--odd:#b45309;--bad:#b91c1c;--shade:#eff6ff;--cell:#334155}
@media (prefers-color-scheme:dark){:root{--ground:#0b1220;--card:#0f172a;--text:#f1f5f9;--quiet:#a8b5c7;--line:#27364d;
--accent:#93c5fd;--good:#34d399;--odd:#fbbf24;--bad:#f87171;--shade:#172554;--cell:#94a3b8}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,sans-serif}
header,main,nav,footer{max-width:66rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem}
h1{font-size:clamp(1.7rem,5vw,2.6rem);line-height:1.15;margin:0 0 .6rem;letter-spacing:-.02em}
h2{font-size:1.5rem;line-height:1.25;margin:0 0 .8rem;letter-spacing:-.01em}
h3{font-size:1.1rem;margin:1.6rem 0 .5rem}
p,.p{margin:.6rem 0;max-width:46rem}
a{color:var(--accent)}
code,.fraction{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.86em}
nav{display:flex;flex-wrap:wrap;gap:.4rem;margin-top:1.4rem}
nav a{padding:.25rem .75rem;border:1px solid var(--line);border-radius:999px;background:var(--card);
text-decoration:none;font-size:.92rem}
nav a:hover,nav a:focus-visible{border-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.5rem;margin:1.4rem 0}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.8rem;list-style:none;padding:0;
margin:1.2rem 0}
.cards li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:.8rem 1rem}
.cards strong{display:block;font-size:1.7rem;line-height:1.2;font-variant-numeric:tabular-nums}
.cards span{color:var(--quiet);font-size:.9rem}
.cards .holds strong{color:var(--good)}.cards .erratum strong{color:var(--odd)}.cards .fails strong{color:var(--bad)}
.columns{display:flex;flex-wrap:wrap;gap:.4rem 2.5rem}.columns>div+div{flex:1 1 20rem}
.panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}
.boards{display:flex;flex-wrap:wrap;gap:1.2rem}
.columns>div,.panels>div,.boards>div{min-width:0}
figure{margin:.8rem 0}
figure>svg{display:block;max-width:100%;height:auto}
.panels figure>svg,.wide>svg{width:100%}
.wide,.middle{overflow-x:auto}.wide>svg{min-width:34rem}.middle>svg{margin:0 auto}
.columns table{max-width:36rem}
sup,sub{line-height:0}
figcaption{color:var(--quiet);font-size:.92rem;margin-top:.4rem;max-width:46rem}
.board>svg{width:9.5rem}
.boards .board>svg{width:7.5rem}
.board rect{fill:var(--card);stroke:var(--cell)}
.board rect[fill="#dbeafe"]{fill:var(--shade)}
.board text{fill:var(--text)}
.dicebingo-ring .ground{fill:var(--card)}
.dicebingo-ring g g rect{fill:var(--card);stroke:var(--cell)}.dicebingo-ring g g text{fill:var(--text)}
td .board{margin:0}td .board>svg{width:3.6rem;max-width:none}
.scroll{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;min-width:100%;font-size:.95rem}
th,td{text-align:left;padding:.45rem .8rem .45rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td .board,td .shares{vertical-align:middle}
td:not(.n){min-width:6.8rem}td:has(.board){min-width:0}
th{color:var(--quiet);font-weight:600;font-size:.88rem;vertical-align:bottom}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th.n,td.n{padding-right:.4rem;padding-left:.8rem}
.shares{display:block;width:9rem;height:.75rem;border-radius:3px;margin-top:.35rem}
.exact{display:inline-block;max-width:100%;vertical-align:top}
.exact>summary{cursor:pointer;list-style:none;font-variant-numeric:tabular-nums;
text-decoration:underline dotted;text-underline-offset:3px;text-decoration-color:var(--quiet)}
.exact>summary::-webkit-details-marker{display:none}
.exact[open]>summary{text-decoration:none;font-weight:600}
.fraction{display:block;white-space:normal;overflow-wrap:anywhere;color:var(--quiet);max-width:34rem}
td.n .fraction{min-width:9rem}
details.more{margin:.6rem 0}
details.more>summary{cursor:pointer;color:var(--accent)}
.items{list-style:none;margin:0;padding:0}
.items>li{display:grid;grid-template-columns:1.6rem 1fr;padding:.6rem 0;border-bottom:1px solid var(--line)}
.items>li:last-child{border-bottom:0}
.items p{margin:0;max-width:none}
.tick{font-weight:700;font-size:1.05rem}
.holds .tick{color:var(--good)}.erratum .tick{color:var(--odd)}.fails .tick{color:var(--bad)}
.where{color:var(--quiet);font-variant-numeric:tabular-nums;margin-right:.3rem}
.remark{color:var(--quiet);font-size:.85rem;white-space:nowrap}
.items dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:.1rem 1.2rem;
margin:.15rem 0 0;font-size:.92rem}
.items dl>div{display:flex;gap:.6rem;min-width:0}
dt{color:var(--quiet);flex:0 0 4.6rem}
dd{margin:0;min-width:0;overflow-wrap:anywhere}
.note{color:var(--odd);font-size:.95rem;margin-top:.2rem!important}
.payoff td,.payoff th{border:1px solid var(--line);padding:.55rem .8rem;text-align:center;white-space:nowrap}
.payoff td:first-child{color:var(--quiet)}.payoff th:first-child{border-top:0;border-left:0}
.payoff table{min-width:0}.payoff td:not(.n){min-width:0}
footer{color:var(--quiet);font-size:.9rem;padding-bottom:2.5rem}
@media (max-width:40rem){section{padding:1.1rem 1rem;border-radius:12px}header{padding-top:1.6rem}
header,main,nav,footer{padding-left:.9rem;padding-right:.9rem}}
@media print{:root{--ground:#fff;--card:#fff;--text:#000;--quiet:#333;--line:#bbb;--accent:#000;--good:#064e3b;
--odd:#78350f;--bad:#7f1d1d;--shade:#e5e7eb;--cell:#111}
body{font-size:10.5pt}nav{display:none}section{border:0;padding:0;margin:1rem 0 1.6rem}
header,main,footer{max-width:none;padding:0}figure,tr,.items>li,.cards{break-inside:avoid}h2,h3{break-after:avoid}
details.more{display:none}.exact>summary{text-decoration:none}.scroll{overflow:visible}
.panels{grid-template-columns:1fr 1fr}@page{margin:16mm}}
"""
