/** Waiting entries in the order of `nextAt`, and of their arrival where that is the same (a binary heap). */
export class DueQueue<Entry extends { nextAt: number }> {
	readonly #heap: { entry: Entry; order: number }[] = [];
	#arrivals = 0;

	get first(): Entry | null {
		return this.#heap[0]?.entry ?? null;
	}

	push(entry: Entry): void {
		const heap = this.#heap;
		heap.push({ entry, order: this.#arrivals++ });
		for (let at = heap.length - 1; at > 0; ) {
			const parent = (at - 1) >> 1;
			if (!this.#isBefore(at, parent)) break;
			this.#swap(at, parent);
			at = parent;
		}
	}

	/** Removes the first one. */
	pop(): void {
		const heap = this.#heap;
		this.#swap(0, heap.length - 1);
		heap.pop();
		for (let at = 0; ; ) {
			const [left, right] = [2 * at + 1, 2 * at + 2];
			const child = this.#isBefore(right, left) ? right : left;
			if (!this.#isBefore(child, at)) return;
			this.#swap(at, child);
			at = child;
		}
	}

	#isBefore(at: number, other: number): boolean {
		const [one, two] = [this.#heap[at], this.#heap[other]];
		if (one === undefined || two === undefined) return false;
		return one.entry.nextAt - two.entry.nextAt < 0 || (one.entry.nextAt === two.entry.nextAt && one.order < two.order);
	}

	#swap(at: number, other: number): void {
		const [one, two] = [this.#heap[at], this.#heap[other]];
		if (one === undefined || two === undefined) return;
		this.#heap[at] = two;
		this.#heap[other] = one;
	}
}
