import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { StreamedVerdict } from "../../contract.ts";
import { validator, validatorKeys } from "./api.ts";
import { t } from "./text.ts";

/** A short list that is being validated, or was. */
export interface ListRun {
	total: number;
	/** In the order of the list. */
	verdicts: StreamedVerdict[];
	/** What was typed besides, and is no address. */
	leftOut: readonly string[];
	state: "running" | "done" | "canceled" | "failed";
}

/** The screen is updated at most so often. */
const UPDATE_MS = 100;

/** Validates a short list and collects the verdicts as they arrive. */
export function useValidation(onError: (message: string) => void) {
	const client = useQueryClient();
	const [run, setRun] = useState<ListRun | null>(null);
	const current = useRef<AbortController | null>(null);
	useEffect(() => () => current.current?.abort(), []);

	const start = useCallback(
		async (emails: string[], leftOut: readonly string[]): Promise<void> => {
			current.current?.abort();
			const controller = new AbortController();
			current.current = controller;
			const found: StreamedVerdict[] = [];
			const show = (state: ListRun["state"]) => {
				if (current.current !== controller) return;
				const verdicts = [...found].sort((a, b) => a.position - b.position);
				setRun({ total: emails.length, verdicts, leftOut, state });
			};
			let shown = 0;
			show("running");
			try {
				for await (const verdict of validator.validateEmails({ body: { emails } }, { signal: controller.signal })) {
					found.push(verdict);
					if (Date.now() - shown < UPDATE_MS) continue;
					shown = Date.now();
					show("running");
				}
				show("done");
			} catch (cause) {
				if (controller.signal.aborted) show("canceled");
				else {
					show("failed");
					onError((cause as Error).message || t.input.validationFailed);
				}
			}
			await client.invalidateQueries({ queryKey: validatorKeys.verdicts });
		},
		[client, onError],
	);
	return {
		run,
		start,
		cancel: useCallback(() => current.current?.abort(), []),
		clear: useCallback(() => {
			current.current?.abort();
			current.current = null;
			setRun(null);
		}, []),
	};
}
