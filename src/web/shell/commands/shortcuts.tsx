import { useEffect } from "react";
import { strokeOf } from "#web/lib/base/keys.ts";
import { type Command, useCommandTable } from "#web/lib/screens/commands.tsx";
import { singleKeysOn } from "#web/lib/settings/single-keys.ts";

/** Maximum milliseconds between the keys of a sequence such as `g i`. */
const sequenceWait = 1200;

/** Typing goes to the field; a shortcut with Ctrl or Cmd still works there. */
function isTyping(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (target.isContentEditable) return true;
	if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit"].includes(target.type);
	return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Whether the element handles this key itself: a button Enter, a menu or list box arrows and letters. */
function belongsToWidget(target: EventTarget | null, stroke: string): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (target.closest('[role="menu"], [role="dialog"], [role="alertdialog"]')) return true;
	if (stroke !== "enter" && stroke !== "space") return false;
	return target.closest("button, a, summary, [role=tab], [role=checkbox]") !== null;
}

/** Runs commands by their keys. Mounted once, by the shell. */
export function Shortcuts() {
	const table = useCommandTable();
	useEffect(() => {
		let begun = "";
		let begunAt = 0;
		const offered = (keys: string): Command | undefined =>
			table
				.list()
				.filter((command) => command.keys === keys && (command.when?.() ?? true))
				.at(-1);
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.defaultPrevented || event.isComposing || ["Control", "Meta", "Shift", "Alt"].includes(event.key))
				return;
			const stroke = strokeOf(event);
			// Nothing types or chooses with the others.
			const plain = !/^(?:mod\+|alt\+|f\d)/.test(stroke);
			if (plain && (isTyping(event.target) || belongsToWidget(event.target, stroke))) return;
			if (plain && stroke.length === 1 && !singleKeysOn()) return;
			const sequence = event.timeStamp - begunAt < sequenceWait && begun !== "" ? `${begun} ${stroke}` : "";
			const command = (sequence !== "" ? offered(sequence) : undefined) ?? offered(stroke);
			begun = "";
			if (command) {
				event.preventDefault();
				command.run();
			} else if (table.list().some(({ keys }) => keys?.startsWith(`${stroke} `))) {
				begun = stroke;
				begunAt = event.timeStamp;
			}
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [table]);
	return null;
}
