import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useSyncExternalStore } from "react";

/** An action available by shortcut, palette, `?` dialog or menu. */
export interface Command {
	/** Stable, `part.verb`: "inbox.archive". */
	id: string;
	title: string;
	/** `mod+k`, `shift+u`, or a sequence: `g i`. Single keys, except F1 to F12, work only outside text fields. */
	keys?: string;
	/** Heading in the palette and the `?` dialog. */
	group: string;
	run: () => void;
	/** Checked when it is about to run or to be listed; absent means always. */
	when?: () => boolean;
	/** Hidden from the palette, such as moving one row down. */
	hidden?: boolean;
}

/** The commands currently on screen; later registrations take precedence over earlier ones with the same keys. */
export interface CommandTable {
	add(commands: readonly Command[]): () => void;
	list(): readonly Command[];
	subscribe(listener: () => void): () => void;
}

export function createCommandTable(): CommandTable {
	let sets: (readonly Command[])[] = [];
	let all: readonly Command[] = [];
	const listeners = new Set<() => void>();
	const update = (next: (readonly Command[])[]) => {
		sets = next;
		all = sets.flat();
		for (const listener of listeners) listener();
	};
	return {
		add(commands) {
			update([...sets, commands]);
			return () => update(sets.filter((set) => set !== commands));
		},
		list: () => all,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

const Context = createContext<CommandTable | null>(null);

export function CommandProvider({ table, children }: { table: CommandTable; children: ReactNode }) {
	return <Context value={table}>{children}</Context>;
}

export function useCommandTable(): CommandTable {
	const table = useContext(Context);
	if (!table) throw new Error("useCommandTable needs a CommandProvider above it");
	return table;
}

/** All current commands, as a list that updates. */
export function useCommandList(): readonly Command[] {
	const table = useCommandTable();
	return useSyncExternalStore(table.subscribe, table.list);
}

/**
 * Registers commands while the component is mounted. The list may be new at each render: `run` and `when` always
 * see the latest values; the commands are registered again when ids, keys or titles change.
 */
export function useCommands(commands: readonly Command[]): void {
	const table = useCommandTable();
	const latest = useRef(commands);
	// Before what they act on is seen: a key that is pressed at once counts.
	useLayoutEffect(() => {
		latest.current = commands;
	});
	const shape = commands.map((c) => `${c.id}\t${c.keys ?? ""}\t${c.title}\t${c.group}\t${c.hidden ?? ""}`).join("\n");
	// biome-ignore lint/correctness/useExhaustiveDependencies: the shape says when they change
	useLayoutEffect(() => {
		const find = (id: string) => latest.current.find((command) => command.id === id);
		const stable = latest.current.map((command) => ({
			...command,
			run: () => find(command.id)?.run(),
			when: () => find(command.id)?.when?.() ?? true,
		}));
		return table.add(stable);
	}, [shape, table]);
}
