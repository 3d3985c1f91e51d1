import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ServerEvent } from "#shared/contracts/events.ts";
import { endedSession, isSignedInStill, onEndedSession } from "./ended-session.ts";

type Listener = (event: ServerEvent) => void;

/** Milliseconds; doubles with each consecutive failure. */
const initialDelay = 1000;
const longestWait = 30_000;

interface Stream {
	listeners: Set<Listener>;
	/** Called when the stream is back after an interruption: events may have been missed. */
	onReconnect: Set<() => void>;
	close: () => void;
}

let stream: Stream | null = null;

/** Consecutive failures that a server restart causes; more are reported to the user. */
const blips = 2;
let lost = false;
const lostListeners = new Set<() => void>();

function setLost(now: boolean): void {
	if (lost === now) return;
	lost = now;
	for (const notify of lostListeners) notify();
}

/** Whether the server has been unreachable for some seconds. */
export function useConnectionLost(): boolean {
	return useSyncExternalStore(
		(listener) => {
			lostListeners.add(listener);
			return () => lostListeners.delete(listener);
		},
		() => lost,
	);
}

/** One connection per tab, shared by all listeners. */
function open(): Stream {
	const listeners = new Set<Listener>();
	const onReconnect = new Set<() => void>();
	let source: EventSource | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let failures = 0;
	let isPaused = false;

	const receive = (message: MessageEvent<string>) => {
		const event = parse(message.data);
		if (event) for (const listener of listeners) listener(event);
	};
	const connect = () => {
		isPaused = endedSession() !== null;
		if (isPaused) return;
		source = new EventSource("/api/v1/events");
		source.onopen = () => {
			if (failures > 0) for (const notify of onReconnect) notify();
			failures = 0;
			setLost(false);
		};
		source.onmessage = receive;
		source.onerror = () => {
			// The browser retries after some failures and gives up after others: always reconnect ourselves.
			source?.close();
			timer = setTimeout(connect, Math.min(longestWait, initialDelay * 2 ** failures++));
			setLost(failures > blips);
			// The server may have refused it, which the browser does not say.
			if (failures === blips) void isSignedInStill().catch(() => undefined);
		};
	};
	const stop = () => {
		clearTimeout(timer);
		source?.close();
		setLost(false);
	};
	const stopFollowing = onEndedSession(() => {
		if (endedSession() === null) {
			if (!isPaused) return;
			connect();
			for (const notify of onReconnect) notify();
		} else {
			stop();
			isPaused = true;
		}
	});
	connect();
	return {
		listeners,
		onReconnect,
		close: () => {
			stopFollowing();
			stop();
		},
	};
}

/** Our own server follows the contract; ignore anything else, such as a proxy's error page. */
function parse(text: string): ServerEvent | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && "type" in value ? (value as ServerEvent) : null;
	} catch {
		return null;
	}
}

/**
 * Listens to server events.
 * @param onReconnect called after a lost connection; refetch what may have changed in the meantime
 * @returns stops listening
 */
export function listen(listener: Listener, onReconnect: () => void): () => void {
	stream ??= open();
	const mine = stream;
	mine.listeners.add(listener);
	mine.onReconnect.add(onReconnect);
	return () => {
		mine.listeners.delete(listener);
		mine.onReconnect.delete(onReconnect);
		if (mine.listeners.size > 0) return;
		mine.close();
		if (stream === mine) stream = null;
	};
}

/** Listens to server events while the component is mounted and `enabled`. See `listen`. */
export function useEvents(listener: Listener, onReconnect?: () => void, enabled = true): void {
	const latest = useRef({ listener, onReconnect });
	useEffect(() => {
		latest.current = { listener, onReconnect };
	});
	useEffect(() => {
		if (!enabled) return;
		return listen(
			(event) => latest.current.listener(event),
			() => latest.current.onReconnect?.(),
		);
	}, [enabled]);
}
