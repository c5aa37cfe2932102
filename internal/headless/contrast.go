package headless

import (
	"fmt"
	"testing"
)

// LowContrast returns elements whose text has a contrast below 4.5:1 (WCAG 2.2, 1.4.3). It skips disabled elements
// and, unless it is "", everything inside elements that match the CSS selector but.
func (b *Tab) LowContrast(t *testing.T, but string) []string {
	t.Helper()
	return Eval[[]string](t, b, fmt.Sprintf("%s(%q)", contrasts, but))
}

// contrasts is a JavaScript function of the selector.
const contrasts = `(but => {
	const numbers = c => c.match(/[\d.]+/g).map(Number);
	const linear = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	const luminance = c => numbers(c).slice(0, 3).map(v => linear(v / 255))
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const clear = c => c === 'transparent' || numbers(c)[3] === 0;
	const ground = e => {
		for (; e; e = e.parentElement) {
			const c = getComputedStyle(e).backgroundColor;
			if (!clear(c)) return c;
		}
		return 'rgb(255,255,255)';
	};
	const low = new Set();
	for (const e of document.querySelectorAll('body *')) {
		const written = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
		const left = e.closest('script, noscript, .skip, :disabled') || but && e.closest(but);
		if (left || !written || !e.getClientRects().length) continue;
		const style = getComputedStyle(e), svg = e.closest('svg');
		const [x, y] = [svg ? style.fill : style.color, ground(e)].map(luminance);
		const contrast = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
		if (!(contrast >= 4.5)) low.add(e.tagName + '.' + e.className + ': ' + e.textContent.slice(0, 40));
	}
	return [...low];
})`
