/// The style sheet, the same in all pages.
enum ReportStyle {
    static let css = """
        :root{color-scheme:light dark;\(ReportPalette.light.css)}
        @media (prefers-color-scheme:dark){:root{\(ReportPalette.dark.css)}}
        @media print{:root{\(ReportPalette.light.css)--page:#ffffff;color-scheme:light}}
        \(rules)
        """

    private static let rules = #"""
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
        header.top,main,footer{max-width:70rem;margin:0 auto;padding:0 1.25rem}
        header.top{padding-top:1.5rem;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;justify-content:space-between}
        h1{font-size:1.75rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:.75rem 0 .25rem}
        h2{font-size:1.2rem;line-height:1.3;font-weight:650;margin:0 0 1rem}
        h3{font-size:1rem;line-height:1.4;font-weight:650;margin:1.5rem 0 .5rem}
        p{margin:.5rem 0}
        a{color:var(--link);text-underline-offset:.18em}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.25rem}
        .skip{position:absolute;left:-99rem}
        .skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem 1rem;z-index:9}
        .quiet,.note{color:var(--quiet)}
        .note{font-size:.875rem;max-width:46rem}
        .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .brand{font-weight:650;letter-spacing:.02em;color:var(--quiet)}
        section{background:var(--card);border-radius:.9rem;padding:1.5rem;margin:1.25rem 0}
        nav.runs{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}
        .head{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:baseline;margin-bottom:1rem}
        .head h2{margin:0}
        button{font:inherit;font-size:.9rem;color:var(--link);background:var(--field);border:1px solid var(--quiet);border-radius:2rem;padding:.4rem 1rem;min-height:2.5rem;cursor:pointer}
        dl{margin:0}
        .facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:1.1rem 1.25rem}
        .facts dt,.readout .value span{color:var(--quiet);font-size:.8rem;line-height:1.3}
        .facts dd{margin:.1rem 0 0;font-size:1.2rem;font-weight:600;line-height:1.3}
        .readout .value span,.readout .value b{display:block;line-height:1.35}
        .facts .big dd{font-size:2.2rem;letter-spacing:-.02em}
        @media (min-width:38.01rem){.totals .big{grid-column:span 2}}
        .figure{font-size:2.2rem;font-weight:600;line-height:1.3;letter-spacing:-.02em;margin:.1rem 0}
        .figure small{letter-spacing:0;font-size:1rem;white-space:nowrap}
        small{font-size:.72em;font-weight:500;color:var(--quiet)}
        .amount,.keep{white-space:nowrap}
        .scroll{overflow-x:auto}
        .scroll+.scroll{margin-top:1.5rem}
        table{border-collapse:collapse;width:100%;font-size:.95rem}
        caption{text-align:start;font-weight:650;padding:0 0 .5rem}
        th,td{padding:.45rem 1.25rem .45rem 0;text-align:start;vertical-align:baseline;border-bottom:1px solid var(--rule)}
        th:last-child,td:last-child{padding-right:0}
        thead th{color:var(--quiet);font-size:.8rem;font-weight:500;white-space:nowrap}
        tbody th{font-weight:500;word-break:keep-all}
        .facts>div{display:flex;flex-direction:column;justify-content:flex-end}
        tbody tr:last-child>*{border-bottom:0}
        .num{text-align:end;white-space:nowrap}
        .nowrap{white-space:nowrap}
        td.bar{width:40%;min-width:6rem}
        td.bar{vertical-align:middle}
        td.bar i{display:block;height:.7rem;border-radius:.2rem;forced-color-adjust:none}
        .curve{display:grid;grid-template-columns:3.25rem minmax(0,1fr);margin:.25rem 0 .9rem}
        .curve .name{grid-column:1/3;font-size:.9rem;font-weight:600;margin:0 0 .3rem}
        .ys,.xs,.plot{position:relative}
        .ys span{position:absolute;right:.5rem;transform:translateY(-50%);font-size:.75rem;color:var(--quiet);white-space:nowrap}
        .xs{grid-column:2;height:1.5rem}
        .xs>span{position:absolute;transform:translateX(-50%);font-size:.75rem;color:var(--quiet);white-space:nowrap;padding-top:.2rem}
        .xs>span.end{transform:translateX(-100%)}
        .plot{height:8rem;background:var(--field);border-radius:.4rem;touch-action:pan-y pinch-zoom;cursor:crosshair;overflow:hidden}
        .plot svg{position:absolute;inset:0;width:100%;height:100%;display:block}
        .plot path{fill:none;stroke-width:1.75;vector-effect:non-scaling-stroke;stroke-linejoin:round;stroke-linecap:round}
        .plot path.grid{stroke:var(--rule);stroke-width:1;stroke-linecap:butt}
        .plot path.area{stroke:none;fill:var(--height);fill-opacity:.18}
        .plot path.dots{stroke-width:6}
        .of-pace path.line{stroke:var(--pace)}.of-heart path.line{stroke:var(--heart)}.of-cadence path.line{stroke:var(--cadence)}.of-height path.line{stroke:var(--height)}
        .of-pace .name{color:var(--pace)}.of-heart .name{color:var(--heart)}.of-cadence .name{color:var(--cadence)}.of-height .name{color:var(--height)}
        .cursor{position:absolute;top:0;bottom:0;width:2px;margin-left:-1px;background:var(--ink);display:none;pointer-events:none}
        .on .cursor{display:block}
        .readout{position:sticky;top:0;z-index:2;background:var(--card);border-bottom:1px solid var(--rule);padding:.5rem 0 .6rem;margin-bottom:.9rem;display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:.4rem 1rem}
        .readout .value b{font-size:1.05rem;font-weight:600}
        .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.85rem;margin:.5rem 0 0;padding:0;list-style:none}
        .legend i{display:inline-block;width:1.4rem;height:.3rem;border-radius:.2rem;vertical-align:middle;margin-inline-end:.45rem}
        .wide{display:grid;gap:1.5rem 2rem;grid-template-columns:minmax(0,1fr)}
        @media (min-width:56rem){.wide{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}.wide .facts{grid-template-columns:repeat(2,minmax(0,1fr));align-content:start}}
        .map{position:relative;background:var(--map);border-radius:.6rem;overflow:hidden;touch-action:pan-y pinch-zoom}
        .map svg.way{position:absolute;inset:0;width:100%;height:100%}
        .map path{fill:none;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke;stroke-width:3.5}
        .map path.edge{stroke:var(--edge);stroke-width:6.5}
        .map .mark{position:absolute;transform:translate(-50%,-50%);min-width:1.15rem;height:1.15rem;padding:0 .2rem;border-radius:.6rem;background:var(--card);border:1.5px solid var(--ink);color:var(--ink);font-size:.65rem;line-height:.95rem;text-align:center;font-weight:600}
        .map .start,.map .end{width:1rem;min-width:0;height:1rem;padding:0;border-width:2px}
        .map .start{background:#fff;border:4px solid #15202b;box-shadow:0 0 0 2px #fff}
        .map .end{background:#15202b;border:2px solid #fff;border-radius:.15rem;box-shadow:0 0 0 2px #15202b}
        .map .here{display:none;width:1.1rem;height:1.1rem;min-width:0;padding:0;background:var(--heart);border:3px solid #fff;box-shadow:0 0 0 2px #15202b;pointer-events:none;z-index:1}
        .map.on .here{display:block}
        .map .scale{position:absolute;left:.9rem;bottom:.7rem;font-size:.75rem;line-height:1.2;color:var(--ink);text-shadow:0 0 3px var(--map),0 0 3px var(--map),0 0 3px var(--map)}
        .map .scale i{display:block;height:.4rem;border:2px solid var(--ink);border-top:0;margin-top:.15rem}
        .map .north{position:absolute;right:.8rem;top:.6rem;font-size:.75rem;font-weight:650;text-align:center;line-height:1.1;color:var(--ink)}
        .map .north svg{display:block;width:.8rem;height:1rem;margin:0 auto;fill:var(--ink)}
        .ramp{display:grid;grid-template-columns:auto minmax(4rem,14rem) auto;gap:.6rem;align-items:center;font-size:.85rem;margin:.7rem 0 0}
        .ramp svg{width:100%;height:.7rem;border-radius:.35rem;display:block;border:1px solid var(--edge)}
        .months{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:.35rem;align-items:end}
        .months>div{text-align:center;min-width:0;font-size:.75rem;color:var(--quiet)}
        .months svg{display:block;width:100%;height:9rem;overflow:visible}
        .months rect{fill:var(--pace)}
        .months .as-energy rect{fill:var(--heart)}
        .months b{font-weight:600;color:var(--ink);display:block;white-space:nowrap;font-size:.7rem}
        .months time{white-space:nowrap}
        @media (max-width:38rem){.months b{font-size:.6rem}.months>div{font-size:.65rem}.months{gap:.2rem}}
        .calendar{display:grid;grid-template-columns:repeat(auto-fill,minmax(15.5rem,1fr));gap:1.5rem 2rem;align-items:start}
        .calendar table{font-size:.85rem;table-layout:fixed}
        .calendar th,.calendar td{padding:.12rem;border:0;text-align:center}
        .calendar thead th{font-size:.7rem}
        .calendar td a,.calendar td span{display:block;border-radius:.35rem;line-height:1.9rem;color:var(--quiet);text-decoration:none}
        .calendar td.today>*{outline:2px solid var(--ink);outline-offset:-2px;color:var(--ink);font-weight:650}
        .d1>*{background:var(--day1);color:var(--word1)!important}.d2>*{background:var(--day2);color:var(--word2)!important}.d3>*{background:var(--day3);color:var(--word3)!important}.d4>*{background:var(--day4);color:var(--word4)!important}
        .d1>*,.d2>*,.d3>*,.d4>*{font-weight:650}
        details{margin:1rem 0 0}
        summary{cursor:pointer;color:var(--link);padding:.35rem 0;font-weight:550}
        .zone0{background:var(--zone0)}.zone1{background:var(--zone1)}.zone2{background:var(--zone2)}.zone3{background:var(--zone3)}.zone4{background:var(--zone4)}.zone5{background:var(--zone5)}
        .fillpace{background:var(--pace)}
        .badge{display:inline-block;font-size:.75rem;font-weight:550;color:var(--quiet);border:1px solid var(--quiet);border-radius:1rem;padding:0 .5rem;margin-inline-end:.3rem;white-space:nowrap}
        .per{margin-inline-start:.25em}
        .lead{margin-inline-end:.6rem}
        ul.plain{margin:0;padding-inline-start:1.1rem}
        ul.plain li{margin:.3rem 0}
        footer{padding-top:.5rem;padding-bottom:2.5rem;font-size:.85rem;color:var(--quiet)}
        html:not([data-axis=time]) .by-time,html[data-axis=time] .by-distance,html:not([data-amount=energy]) .as-energy,html[data-amount=energy] .as-distance{display:none}
        html:not(.scripted) .needs-script{display:none}
        @media (max-width:38rem){
        header.top,main,footer{padding-left:.9rem;padding-right:.9rem}
        section{padding:1.1rem 1rem;border-radius:.7rem}
        h1{font-size:1.4rem}
        .facts{grid-template-columns:repeat(2,minmax(0,1fr))}
        .facts .big dd{font-size:1.8rem}
        .totals .big.as-distance,.totals .big.as-energy{grid-column:span 2}
        .readout{grid-template-columns:repeat(3,minmax(0,1fr));gap:.2rem .75rem}
        .plot{height:7rem}
        th,td{padding-right:.6rem}
        td.bar{width:30%;min-width:4rem}
        .hide-narrow{display:none}
        .nowrap{white-space:normal}
        nav.runs{font-size:.9rem;gap:.25rem 1rem}
        }
        @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}.here,.cursor{transition:none}}
        @media (prefers-contrast:more){section{border:1px solid var(--ink)}}
        @media (forced-colors:active){.plot path.line{stroke:CanvasText}.months rect{fill:CanvasText}}
        @media print{
        @page{margin:14mm}
        body{font-size:9.5pt}
        th,td{padding-top:.25rem;padding-bottom:.25rem}
        footer{padding-top:0;padding-bottom:0}
        header.top,main,footer{max-width:none;padding:0}
        section{padding:.5rem 0;margin:.6rem 0;border-radius:0}
        button,nav,.skip,.needs-script,.readout,.cursor,.here{display:none!important}
        .map,.plot,.bar i,.months,.calendar td,.legend i,.ramp,.mark{-webkit-print-color-adjust:exact;print-color-adjust:exact}
        .curve,.map,tr,figure,.calendar table,.months{break-inside:avoid}
        h2,h3,caption,thead{break-after:avoid}
        .map{max-width:13cm}
        .plot{height:3.2cm}
        a{color:inherit;text-decoration:none}
        .scroll{overflow:visible}
        }
        """#
}
