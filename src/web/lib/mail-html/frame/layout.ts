import { budget } from "../base/budget.ts";
import { tallest } from "./frame-fit.ts";
import { LayoutPace } from "./layout-pace.ts";
import { paintedLayers } from "./painted-layers.ts";

/**
 * Lays out a message in steps, and the app stays responsive in between. What no limit foresees costs at most
 * `budget.layoutTime` in this way.
 */

interface Pending {
	/** The parent's nodes that are still to come. */
	rest: DocumentFragment;
	parent: Element;
}

export class StepwiseLayout {
	readonly #body: HTMLElement;
	readonly #pending: Pending[] = [];
	/** Opened while the message is laid out: a click would lay them out in one step. */
	readonly #opened: Element[] = [];

	/** @param nodes they are moved into the body in document order */
	constructor(body: HTMLElement, nodes: readonly Node[]) {
		this.#body = body;
		const rest = body.ownerDocument.createDocumentFragment();
		rest.append(...nodes);
		this.#pending.push({ rest, parent: body });
	}

	/** @returns false when it takes too long, or would take too long to paint. @param isStopped whether it is no longer wanted */
	async run(isStopped: () => boolean, now: () => number = () => performance.now()): Promise<boolean> {
		const pace = new LayoutPace();
		let sinceFrame = 0;
		for (;;) {
			// What the app changed around the frame is not counted.
			this.#body.ownerDocument.defaultView?.frameElement?.getBoundingClientRect();
			const start = now();
			this.#add(pace.size);
			this.#layOutAll();
			const took = Math.max(1, now() - start);
			const isLast = this.#pending.length === 0;
			if (!pace.record(took, isLast)) return false;
			if (isLast) break;
			sinceFrame += took;
			if (sinceFrame < budget.stepTime / 2) continue;
			sinceFrame = 0;
			await new Promise((resolve) => setTimeout(resolve));
			if (isStopped()) return true;
		}
		const isPainted = paintedLayers(this.#body, Math.min(tallest, this.#body.scrollHeight)) <= budget.layers;
		this.#close();
		return isPainted;
	}

	/**
	 * Browsers keep the layout of what did not change. A new font or width lays out everything at once, so that this is
	 * what a step measures.
	 */
	#layOutAll(): void {
		const { style } = this.#body;
		const zoom = style.getPropertyValue("zoom");
		style.setProperty("zoom", zoom === "1.001" ? "1" : "1.001");
		this.#body.getBoundingClientRect();
	}

	/** Moves all nodes into another element, in order and as they were. */
	moveTo(target: Element): void {
		target.replaceChildren(...this.#body.childNodes);
		// What is not laid out yet does not get into the frame.
		for (const pending of this.#pending) if (pending.parent === this.#body) pending.parent = target;
		this.#add(Number.POSITIVE_INFINITY);
		this.#close();
	}

	/** Adds the next nodes in document order. @param size elements, and characters divided by 40 */
	#add(size: number): void {
		let left = size;
		for (let last = this.#pending.at(-1); last !== undefined && left > 0; last = this.#pending.at(-1)) {
			const node = last.rest.firstChild;
			if (node === null) {
				this.#pending.pop();
				continue;
			}
			left -= 1;
			if (node.nodeType !== Node.TEXT_NODE) this.#addElement(last, node);
			else left -= this.#addText(last, node as Text, Math.max(1000, Math.ceil(left) * charactersPerElement));
		}
	}

	/** Adds a text, or as many characters of it as there is room for. @returns its size */
	#addText({ parent }: Pending, node: Text, room: number): number {
		// Not inside a surrogate pair.
		if (node.length > room) node.splitText(/[\udc00-\udfff]/.test(node.data[room] ?? "") ? room + 1 : room);
		parent.append(node);
		return node.length / charactersPerElement;
	}

	#addElement({ parent }: Pending, node: ChildNode): void {
		if (node.hasChildNodes()) {
			const rest = this.#body.ownerDocument.createDocumentFragment();
			rest.append(...node.childNodes);
			this.#pending.push({ rest, parent: node as Element });
		}
		if (node.nodeName === "DETAILS" && !(node as Element).hasAttribute("open")) {
			(node as Element).setAttribute("open", "");
			this.#opened.push(node as Element);
		}
		parent.append(node);
	}

	#close(): void {
		for (const element of this.#opened.splice(0)) element.removeAttribute("open");
	}
}

const charactersPerElement = 40;
