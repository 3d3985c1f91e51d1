import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useDark } from "#web/lib/settings/theme.ts";
import { cx } from "#web/ui/base/cx.ts";
import { t } from "../base/text.ts";
import { framePage, themeFor } from "../frame-page.ts";
import type { SafeHtml } from "../safe-html.ts";
import { fitFrame } from "./frame-fit.ts";
import { injectFont } from "./frame-font.ts";
import { StepwiseLayout } from "./layout.ts";

/**
 * `allow-same-origin` without `allow-scripts`: no script can run in the frame, so sharing our origin gives the mail
 * nothing, while the parent page can insert clean nodes without serializing them again, measure them, and
 * listen to pointer and keys.
 */
const closed = "allow-same-origin";
/** Links open in new tabs. */
const open = `${closed} allow-popups allow-popups-to-escape-sandbox`;

/** `failed`: the frame could not be filled. `slow`: drawing the message would freeze the app. */
export type FrameProblem = "failed" | "slow";

/** What exceeds the budget of a message that is slow, as `SafeHtml.excess`. */
export const slowReason = t.excess.slow;

interface MailFrameProps {
	safe: SafeHtml;
	/** Accessible name. */
	title: string;
	onProblem: (problem: FrameProblem) => void;
	/** Adds what belongs to the place where the message is shown, such as listeners. @returns removes it */
	decorate?: (document: Document) => () => void;
	/** Whether links open. */
	hasLinks?: boolean;
	/** On white, whatever the theme. */
	onPaper?: boolean;
}

/** Mail in a sandboxed frame as high as its content: the only component that draws HTML of other people. */
export function MailFrame({ safe, title, onProblem, decorate, hasLinks = false, onPaper = false }: MailFrameProps) {
	const tellProblem = useEffectEvent(onProblem);
	const frame = useRef<HTMLIFrameElement>(null);
	const dark = useDark();
	const colours = onPaper ? "paper" : safe.colours;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the colors are read from the page and change with the theme
	const page = useMemo(() => framePage(themeFor(colours)), [colours, safe, dark]);

	useEffect(() => {
		const element = frame.current;
		if (!element) return;
		let stop = () => {};
		const fill = () => {
			stop();
			const document = element.contentDocument;
			// The initial empty document has no policy: nothing is inserted before ours has loaded.
			if (!document?.querySelector("meta[http-equiv]")) return;
			const filling = fillFrame(element, document, safe, decorate);
			stop = filling.stop;
			const report = (problem: FrameProblem | null) => problem !== null && tellProblem(problem);
			void filling.done.catch((): FrameProblem => "failed").then(report);
		};
		element.addEventListener("load", fill);
		element.srcdoc = page;
		return () => {
			element.removeEventListener("load", fill);
			stop();
		};
	}, [safe, page, decorate]);

	return (
		<div className={cx(colours === "paper" && "overflow-hidden rounded-2")}>
			<iframe
				ref={frame}
				sandbox={hasLinks ? open : closed}
				title={title}
				referrerPolicy="no-referrer"
				className="block h-8 w-full border-0"
			/>
		</div>
	);
}

interface Filling {
	/** What was wrong; null: nothing. */
	done: Promise<FrameProblem | null>;
	/** Empties the frame. */
	stop: () => void;
}

function fillFrame(
	frame: HTMLIFrameElement,
	document: Document,
	safe: SafeHtml,
	decorate: MailFrameProps["decorate"],
): Filling {
	const stops: (() => void)[] = [];
	let isStopped = false;
	const stop = () => {
		if (isStopped) return;
		isStopped = true;
		for (const one of stops.reverse()) one();
	};
	const fill = async (): Promise<FrameProblem | null> => {
		document.head.append(...safe.styles);
		copyAttributes(safe.body, document.body, ["bgcolor", "style", "class", "dir", "lang", "id"]);
		// Rules may begin at the page's own element.
		const outer = safe.body.parentElement;
		if (outer !== null) copyAttributes(outer, document.documentElement, ["class", "dir", "lang", "id"]);
		const layout = new StepwiseLayout(document.body, [...safe.body.childNodes]);
		// Moved back into the inert document, for the next render.
		stops.push(() => layout.moveTo(safe.body));
		void injectFont(frame);
		const isDrawn = await layout.run(() => isStopped);
		if (isStopped) return null;
		if (!isDrawn) {
			stop();
			return "slow";
		}
		stops.push(fitFrame(frame));
		if (decorate !== undefined) stops.push(decorate(document));
		return null;
	};
	return { done: fill(), stop };
}

function copyAttributes(from: Element, to: Element, names: readonly string[]): void {
	for (const name of names) {
		const value = from.getAttribute(name);
		if (value !== null) to.setAttribute(name, value);
	}
}
