/// The script of the pages: other languages, the switches, and one cursor through map and curves. Without it a page says the same in English,
/// over distance.
///
/// It makes no markup: whatever it writes goes into the page as text.
enum ReportScript {
    /// Phrases that it writes by itself.
    static let phrases: [ReportPhrase] = [.km, .mi, .perKm, .perMi, .bpm, .spm, .meters]

    static let text = #"""
        (function () {
        'use strict';
        var root = document.documentElement;
        function all(selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); }
        function data(id) { var e = document.getElementById(id); return e ? JSON.parse(e.textContent) : null; }

        // The language that the browser asks for first, of those that there are.
        var words = data('words') || {}, tag = 'en', base = 'en';
        var asked = navigator.languages && navigator.languages.length ? navigator.languages : [navigator.language || 'en'];
        for (var i = 0; i < asked.length; i++) {
          var first = String(asked[i]).toLowerCase().split('-')[0];
          if (words[first]) { tag = asked[i]; base = first; break; }
        }
        try { new Intl.NumberFormat(tag); } catch (error) { tag = base; }
        var say = words[base] || {};
        root.lang = base === 'zh' ? 'zh-Hans' : tag;
        root.classList.add('scripted');

        var formats = {};
        function number(text) {
          var plain = text.replace(/,/g, '').trim();
          if (!/^-?\d+(\.\d+)?$/.test(plain)) { return text; }
          var places = (plain.split('.')[1] || '').length, key = 'n' + places;
          formats[key] = formats[key] || new Intl.NumberFormat(tag, { minimumFractionDigits: places, maximumFractionDigits: places });
          return formats[key].format(Number(plain));
        }
        function date(text, form) {
          var parts = text.split(/[-T:]/).map(Number), key = parts.length + (form || '');
          if (!formats[key]) {
            var options = { timeZone: 'UTC' };
            if (form !== 'short') { options.year = 'numeric'; }
            options.month = form === 'long' || (parts.length === 2 && form !== 'short') ? 'long' : 'short';
            if (parts.length > 2) { options.day = 'numeric'; }
            if (parts.length > 3) { options.hour = 'numeric'; options.minute = '2-digit'; }
            if (form === 'long') { options.weekday = 'long'; }
            formats[key] = new Intl.DateTimeFormat(tag, options);
          }
          return formats[key].format(new Date(Date.UTC(parts[0], parts[1] - 1, parts[2] || 1, parts[3] || 0, parts[4] || 0)));
        }
        function shown(argument) {
          if (typeof argument === 'string') { return argument; }
          if (argument[0] === 'n') { return number(argument[1]); }
          if (argument[0] === 'd') { return date(argument[1]); }
          return say[argument[1]] || '';
        }
        function phrase(key, filled) {
          return (say[key] || '').replace(/\{(\d)\}/g, function (whole, place) {
            return filled[place] === undefined ? whole : shown(filled[place]);
          });
        }
        all('[data-t]').forEach(function (e) {
          var text = phrase(e.getAttribute('data-t'), JSON.parse(e.getAttribute('data-a') || '[]'));
          if (text) { e.textContent = text; }
        });
        all('.n').forEach(function (e) { e.textContent = number(e.textContent); });
        all('time').forEach(function (e) { e.textContent = date(e.getAttribute('datetime'), e.getAttribute('data-f')); });
        all('[data-w]').forEach(function (e) {
          formats.w = formats.w || new Intl.DateTimeFormat(tag, { weekday: 'narrow', timeZone: 'UTC' });
          e.textContent = formats.w.format(new Date(Date.UTC(2024, 0, 1 + Number(e.getAttribute('data-w')))));
        });

        // Two states of a page, by a button each.
        function toggle(id, name, value, then) {
          var button = document.getElementById(id);
          if (!button) { return; }
          button.addEventListener('click', function () {
            var on = root.getAttribute(name) !== value;
            if (on) { root.setAttribute(name, value); } else { root.removeAttribute(name); }
            if (then) { then(); }
          });
        }
        toggle('unit-toggle', 'data-amount', 'energy');
        toggle('axis-toggle', 'data-axis', 'time', function () { move(here); });

        // The cursor.
        var rows = data('rows'), here = -1, readout = document.getElementById('cursor-readout'), map = document.getElementById('map');
        if (!rows || !readout || !rows.t.length) { return; }
        var section = document.getElementById('curves'), last = rows.t.length - 1;
        var whole = { time: Number(section.getAttribute('data-seconds')), distance: Number(section.getAttribute('data-meters')) };
        var unit = Number(section.getAttribute('data-unit')), isMiles = unit > 1000;
        var dot = document.getElementById('map-cursor');
        function isTime() { return root.getAttribute('data-axis') === 'time'; }
        function clock(s) {
          function two(n) { return (n < 10 ? '0' : '') + n; }
          var h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
          return h ? h + ':' + two(m) + ':' + two(s % 60) : m + ':' + two(s % 60);
        }
        function tell(i) {
          return {
            d: number((Math.floor(rows.d[i] / unit * 100) / 100).toFixed(2)) + ' ' + (say[isMiles ? 'mi' : 'km'] || ''), t: clock(rows.t[i]),
            p: rows.p[i] ? clock(rows.p[i]) + ' ' + (say[isMiles ? 'perMi' : 'perKm'] || '') : '--',
            h: rows.h[i] ? rows.h[i] + ' ' + (say.bpm || '') : '--', c: rows.c[i] ? rows.c[i] + ' ' + (say.spm || '') : '--',
            a: rows.a[i] === null ? '--' : number(String(rows.a[i])) + ' ' + (say.meters || '')
          };
        }
        function move(i) {
          if (i < 0) { return; }
          here = Math.min(Math.max(i, 0), last);
          var share = isTime() ? rows.t[here] / whole.time : rows.d[here] / whole.distance, told = tell(here), text = [];
          section.classList.add('on');
          all('#curves .cursor').forEach(function (e) { e.style.left = Math.min(100, share * 100) + '%'; });
          all('#cursor-readout [data-r]').forEach(function (e) {
            e.textContent = told[e.getAttribute('data-r')];
            text.push(e.textContent);
          });
          readout.setAttribute('aria-valuenow', here);
          readout.setAttribute('aria-valuetext', text.join(', '));
          if (!map || !dot) { return; }
          map.classList.toggle('on', rows.x[here] !== null);
          if (rows.x[here] === null) { return; }
          dot.style.left = rows.x[here] / Number(map.getAttribute('data-width')) * 100 + '%';
          dot.style.top = rows.y[here] / Number(map.getAttribute('data-height')) * 100 + '%';
        }
        function hide() {
          section.classList.remove('on');
          if (map) { map.classList.remove('on'); }
          here = -1;
        }
        function nearest(list, value) {
          var low = 0, high = last;
          while (high - low > 1) { var middle = (low + high) >> 1; if (list[middle] <= value) { low = middle; } else { high = middle; } }
          return value - list[low] <= list[high] - value ? low : high;
        }
        function follow(target, toRow) {
          function take(event) {
            if (event.pointerType === 'touch' && event.type === 'pointermove' && !event.isPrimary) { return; }
            var box = target.getBoundingClientRect();
            if (box.width > 0) { move(toRow((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)); }
          }
          target.addEventListener('pointermove', take);
          target.addEventListener('pointerdown', function (event) {
            take(event);
            if (event.pointerType === 'mouse') { event.preventDefault(); }
            readout.focus({ preventScroll: true });
          });
        }
        all('#curves .plot').forEach(function (plot) {
          follow(plot, function (x) {
            return isTime() ? nearest(rows.t, x * whole.time) : nearest(rows.d, x * whole.distance);
          });
        });
        if (map) {
          follow(map, function (x, y) {
            var best = -1, least = Infinity;
            x *= Number(map.getAttribute('data-width'));
            y *= Number(map.getAttribute('data-height'));
            rows.x.forEach(function (column, i) {
              if (column === null) { return; }
              var away = (column - x) * (column - x) + (rows.y[i] - y) * (rows.y[i] - y);
              if (away < least) { least = away; best = i; }
            });
            return best;
          });
        }
        readout.setAttribute('aria-valuemax', last);
        document.addEventListener('keydown', function (event) {
          var target = event.target;
          if (event.altKey || event.ctrlKey || event.metaKey || (target.closest && target.closest('.scroll,button,summary,a'))) { return; }
          var inReadout = target === readout, step = event.shiftKey ? 10 : 1, to;
          if (event.key === 'ArrowLeft') { to = here < 0 ? last : here - step; }
          else if (event.key === 'ArrowRight') { to = here < 0 ? 0 : here + step; }
          else if (inReadout && event.key === 'PageUp') { to = here + 30; }
          else if (inReadout && event.key === 'PageDown') { to = here - 30; }
          else if (inReadout && event.key === 'Home') { to = 0; }
          else if (inReadout && event.key === 'End') { to = last; }
          else if (event.key === 'Escape') { hide(); return; }
          else { return; }
          event.preventDefault();
          move(Math.min(Math.max(to, 0), last));
        });
        })();
        """#
}
