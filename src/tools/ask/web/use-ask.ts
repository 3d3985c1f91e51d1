import { useEffect, useRef, useState } from "react";
import type { AskChunk } from "../contract.ts";
import { askApi } from "./api.ts";

type Chunk<T extends AskChunk["type"]> = Extract<AskChunk, { type: T }>;

/** What has arrived for a question. */
export interface Asked {
	question: string;
	search: Chunk<"search"> | null;
	emails: Chunk<"emails"> | null;
	answer: Chunk<"answer"> | null;
	isRunning: boolean;
	error: Error | null;
}

export interface AskInput {
	question: string;
	q?: string | undefined;
	account?: string | undefined;
}

/** Asks one question at a time; another one replaces it. */
export function useAsk(onFailed: (error: Error) => void) {
	const [asked, setAsked] = useState<Asked | null>(null);
	const running = useRef<AbortController | null>(null);
	useEffect(() => () => running.current?.abort(), []);
	const ask = async ({ question, q, account }: AskInput) => {
		running.current?.abort();
		const controller = new AbortController();
		running.current = controller;
		const { signal } = controller;
		const update = (change: Partial<Asked>) => {
			if (running.current === controller) setAsked((before) => before && { ...before, ...change });
		};
		setAsked({ question, search: null, emails: null, answer: null, isRunning: true, error: null });
		try {
			const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
			for await (const chunk of askApi.askMailbox({ body: { question, q, account, zone } }, { signal }))
				update({ [chunk.type]: chunk });
		} catch (cause) {
			const error = cause instanceof Error ? cause : new Error(String(cause));
			if (!signal.aborted) {
				update({ error });
				onFailed(error);
			}
		} finally {
			update({ isRunning: false });
		}
	};
	return { asked, ask, cancel: () => running.current?.abort() };
}
