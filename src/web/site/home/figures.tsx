import { useEffect, useRef, useState } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { figures, figuresNote } from "../content.ts";
import { t } from "../text.ts";

/** Milliseconds. */
const duration = 1400;

/** The operator's numbers, counting up once when they scroll into view; static with reduced motion. */
export function Figures() {
	const list = useRef<HTMLDListElement>(null);
	const share = useCountUp(list);
	return (
		<section aria-label={t.home.figures} className="mx-auto w-full max-w-page px-4 pt-16 md:px-8 md:pt-24">
			<dl ref={list} className="grid border-y border-line sm:grid-cols-3">
				{figures.map(({ value, suffix, label }) => (
					<div
						key={label}
						className="flex items-baseline gap-3 border-line py-4 not-first:border-t sm:flex-col-reverse sm:gap-1 sm:px-6 sm:py-6 sm:first:pl-0 sm:not-first:border-t-0 sm:not-first:border-l"
					>
						<dt className="order-2 text-14 text-ink-2 sm:order-none">{label}</dt>
						<dd className="font-display text-28 tracking-[-0.015em] tabular-nums sm:text-44">
							<span aria-hidden="true">
								{formatNumber(Math.round(value * share))}
								{suffix}
							</span>
							<span className="sr-only">
								{formatNumber(value)}
								{suffix}
							</span>
						</dd>
					</div>
				))}
			</dl>
			<p className="mt-2 text-12 text-ink-3">{figuresNote}</p>
		</section>
	);
}

/** From 0 to 1 once the element is in view. */
function useCountUp(list: { current: HTMLElement | null }): number {
	const [share, setShare] = useState(() => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 0));
	useEffect(() => {
		if (list.current === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		let frame = 0;
		const run = (begun: number) => (now: number) => {
			const passed = Math.min(1, (now - begun) / duration);
			setShare(1 - (1 - passed) ** 3);
			if (passed < 1) frame = requestAnimationFrame(run(begun));
		};
		const watch = new IntersectionObserver((entries) => {
			if (!entries.some((entry) => entry.isIntersecting)) return;
			watch.disconnect();
			frame = requestAnimationFrame(run(performance.now()));
		});
		watch.observe(list.current);
		return () => {
			watch.disconnect();
			cancelAnimationFrame(frame);
		};
	}, [list]);
	return share;
}
