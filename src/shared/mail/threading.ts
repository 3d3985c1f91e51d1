/**
 * Threading: the JWZ algorithm over Message-ID, In-Reply-To and References.
 * A chain of references joins messages even if those between them are missing. Subjects are ignored. Messages with the same
 * Message-ID are one conversation, whatever they are: most are copies of one message, and those of devices that never change their
 * id (scanners, alarms) stay messages of their own in it.
 */

/** Maximum steps up a reply chain. */
const MAX_DEPTH = 2_000;

export interface ThreadNode {
	/** The caller's own key for the message, unique. */
	key: string;
	/** Without angle brackets; null when the message has none. */
	messageId: string | null;
	inReplyTo: readonly string[];
	/** Oldest first. */
	references: readonly string[];
}

export interface ThreadGroup {
	/** Members in the order given. */
	keys: string[];
	/** Each member's parent within the group: the nearest ancestor that is present; null for a root. */
	parentOf: Map<string, string | null>;
}

/** What to store for a batch of messages. */
export interface ThreadAssignment {
	/** Message key to thread id. */
	threadOf: Map<string, string>;
	/** New message ids to store with their thread: of present and of referenced messages alike. */
	links: [messageId: string, threadId: string][];
	/** Threads found to be one: move the loser's messages and links to the winner. */
	merges: [loser: string, winner: string][];
}

/** All message ids in a message, its own first: what to look up before `assignThreads`. */
export function threadIds(node: ThreadNode): string[] {
	const ids = new Set<string>();
	if (node.messageId) ids.add(node.messageId);
	for (const id of node.references) ids.add(id);
	for (const id of node.inReplyTo) ids.add(id);
	return [...ids];
}

/**
 * Assigns threads to a batch, given what is already stored. The result does not depend on the order of the batch;
 * when several known threads are merged, the id that sorts first wins.
 * @param known message id to thread id, at least for the known ones among `threadIds` of the batch
 * @param newThread creates the id of a thread that starts with this message; called once per new thread
 */
export function assignThreads(
	batch: readonly ThreadNode[],
	known: ReadonlyMap<string, string>,
	newThread: (first: ThreadNode) => string,
): ThreadAssignment {
	const sets = new DisjointSets();
	// The sets contain two kinds of element: message ids and stored threads.
	const idOf = (messageId: string) => `m${messageId}`;
	const fresh = new Set<string>();
	for (const node of batch) {
		const own = `k${node.key}`;
		sets.add(own);
		for (const id of threadIds(node)) {
			sets.union(own, idOf(id));
			const thread = known.get(id);
			if (thread === undefined) fresh.add(id);
			else sets.union(own, `t${thread}`);
		}
	}
	const winners = new Map<string, string>();
	const merges: [string, string][] = [];
	const threads = new Set<string>();
	for (const node of batch) {
		for (const id of threadIds(node)) {
			const thread = known.get(id);
			if (thread !== undefined) threads.add(thread);
		}
	}
	for (const thread of [...threads].sort()) {
		const root = sets.find(`t${thread}`);
		const winner = winners.get(root);
		if (winner === undefined) winners.set(root, thread);
		else merges.push([thread, winner]);
	}
	const threadOf = new Map<string, string>();
	for (const node of batch) {
		const root = sets.find(`k${node.key}`);
		let thread = winners.get(root);
		if (thread === undefined) {
			thread = newThread(node);
			winners.set(root, thread);
		}
		threadOf.set(node.key, thread);
	}
	const links: [string, string][] = [];
	for (const id of fresh) links.push([id, winners.get(sets.find(idOf(id))) as string]);
	return { threadOf, links, merges };
}

/** Groups a whole mailbox at once, with the reply tree of each group. Groups are ordered by their first member. */
export function threadMessages(nodes: readonly ThreadNode[]): ThreadGroup[] {
	const { threadOf } = assignThreads(nodes, new Map(), (first) => first.key);
	const parents = parentLinks(nodes);
	const groups = new Map<string, ThreadGroup>();
	for (const node of nodes) {
		const thread = threadOf.get(node.key) as string;
		let group = groups.get(thread);
		if (!group) {
			group = { keys: [], parentOf: new Map() };
			groups.set(thread, group);
		}
		group.keys.push(node.key);
		group.parentOf.set(node.key, parents.get(node.key) ?? null);
	}
	return [...groups.values()];
}

/**
 * Parents by JWZ: the chain References + In-Reply-To links each id to the one before it, never creating a cycle;
 * a message's own headers override those of others. Missing ids are skipped.
 */
function parentLinks(nodes: readonly ThreadNode[]): Map<string, string | null> {
	const parentOfId = new Map<string, string>();
	const present = new Map<string, string>();
	for (const node of nodes) if (node.messageId && !present.has(node.messageId)) present.set(node.messageId, node.key);
	for (const node of nodes) {
		const chain = replyChain(node);
		for (let i = 1; i < chain.length; i++) {
			const child = chain[i] as string;
			const parent = chain[i - 1] as string;
			if (!parentOfId.has(child) && !reaches(parentOfId, parent, child)) parentOfId.set(child, parent);
		}
	}
	for (const node of nodes) {
		const parent = replyChain(node).at(-1);
		const id = node.messageId;
		if (!id || !parent || present.get(id) !== node.key || parent === id) continue;
		const before = parentOfId.get(id);
		parentOfId.delete(id);
		if (!reaches(parentOfId, parent, id)) parentOfId.set(id, parent);
		else if (before !== undefined) parentOfId.set(id, before);
	}
	const result = new Map<string, string | null>();
	for (const node of nodes) {
		const isFirst = node.messageId !== null && present.get(node.messageId) === node.key;
		// A duplicate is placed where its own headers say, next to the first.
		let ancestor = isFirst ? parentOfId.get(node.messageId as string) : replyChain(node).at(-1);
		for (let step = 0; ancestor !== undefined && step < MAX_DEPTH; step++) {
			const key = present.get(ancestor);
			if (key !== undefined && key !== node.key) break;
			ancestor = parentOfId.get(ancestor);
		}
		result.set(node.key, ancestor === undefined ? null : (present.get(ancestor) ?? null));
	}
	return result;
}

/** Ancestors, oldest first. In-Reply-To names the nearest one, wherever it appears in References. */
function replyChain(node: ThreadNode): string[] {
	const chain = node.references.filter((id) => id !== node.messageId);
	const direct = node.inReplyTo.find((id) => id !== node.messageId);
	if (direct === undefined) return chain;
	// Old mailers put other things into In-Reply-To too; with several ids, References is more reliable.
	const isClear = node.inReplyTo.length === 1 || !chain.some((id) => node.inReplyTo.includes(id));
	return isClear ? [...chain.filter((id) => id !== direct), direct] : chain;
}

function reaches(parentOfId: ReadonlyMap<string, string>, from: string, target: string): boolean {
	let at: string | undefined = from;
	for (let step = 0; at !== undefined && step < MAX_DEPTH; step++) {
		if (at === target) return true;
		at = parentOfId.get(at);
	}
	return at !== undefined;
}

/** Union-find with path halving and union by size. */
class DisjointSets {
	private readonly parent = new Map<string, string>();
	private readonly size = new Map<string, number>();

	add(element: string): void {
		if (this.parent.has(element)) return;
		this.parent.set(element, element);
		this.size.set(element, 1);
	}

	find(element: string): string {
		this.add(element);
		let at = element;
		for (;;) {
			const up = this.parent.get(at) as string;
			if (up === at) return at;
			const upper = this.parent.get(up) as string;
			this.parent.set(at, upper);
			at = upper;
		}
	}

	union(a: string, b: string): void {
		const left = this.find(a);
		const right = this.find(b);
		if (left === right) return;
		const leftSize = this.size.get(left) as number;
		const rightSize = this.size.get(right) as number;
		const [big, small] = leftSize >= rightSize ? [left, right] : [right, left];
		this.parent.set(small, big);
		this.size.set(big, leftSize + rightSize);
	}
}
