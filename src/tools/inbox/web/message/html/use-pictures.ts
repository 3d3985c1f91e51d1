import { useEffect, useMemo, useRef, useState } from "react";
import { urlOf } from "#shared/client.ts";
import { emailsContract } from "#shared/contracts/emails.ts?routes";
import { send } from "#web/lib/api/api.ts";
import type { PictureSlot } from "#web/lib/mail-html/safe-html.ts";
import type { Email } from "../../base/mail.ts";
import { attachmentUrl } from "./attachment-url.ts";

/** Allowed image types. SVG can contain more than an image, so it is excluded. */
export const pictureTypes = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)\b/i;

const atOnce = 6;

const none: readonly PictureSlot[] = [];

/** Fetches an image into memory. @returns a `blob:` URL; null when it is not an image */
export async function pictureUrl(url: string, signal: AbortSignal): Promise<string | null> {
	const response = await send(url, { signal });
	if (!response.ok) return null;
	const type = response.headers.get("content-type") ?? "";
	if (!pictureTypes.test(type)) return null;
	return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }));
}

/** URL of an inline part; undefined when the message has no part with that id. */
export function partUrl(email: Pick<Email, "id" | "attachments">, contentId: string): string | undefined {
	const part =
		email.attachments.find((one) => one.contentId === contentId) ??
		email.attachments.find((one) => one.contentId?.toLowerCase() === contentId.toLowerCase());
	return part && attachmentUrl(email.id, part.id, true);
}

interface Pictures {
	/** Visible remote images. */
	blocked: number;
	/** Remote tracking pixels; they are never loaded. */
	trackers: number;
	/** Remote images that failed to load. */
	failed: number;
	loading: boolean;
	/** Retries those that failed. */
	retry: () => void;
}

/**
 * Fills a message's image slots: inline parts at once, remote images when they are allowed.
 * The server fetches remote images, so that their owners get no data about the reader's device.
 */
export function usePictures(email: Email, slots: readonly PictureSlot[], allowed: boolean): Pictures {
	const remote = useMemo(() => slots.filter((slot) => slot.kind === "remote"), [slots]);
	const [failed, setFailed] = useState(0);
	const [missing, setMissing] = useState<readonly PictureSlot[] | null>(null);
	const retried = useRef<readonly PictureSlot[]>([]);
	const [loading, setLoading] = useState(false);
	const remoteUrl = (slot: PictureSlot) =>
		urlOf(emailsContract.getRemoteImage, { params: { id: email.id }, query: { url: slot.source } });
	const report: Report = {
		setFailed: (groups) => {
			retried.current = groups.flat();
			setFailed(groups.length);
		},
		setLoading,
	};
	useFill(
		useMemo(() => slots.filter((slot) => slot.kind === "inside"), [slots]),
		(slot) => partUrl(email, slot.source),
	);
	useFill(
		useMemo(() => (allowed ? remote.filter((slot) => !slot.isTracker) : []), [remote, allowed]),
		remoteUrl,
		report,
	);
	useFill(missing ?? none, remoteUrl, report);
	const trackers = new Set(remote.filter((slot) => slot.isTracker).map((slot) => slot.source)).size;
	const blocked = new Set(remote.filter((slot) => !slot.isTracker).map((slot) => slot.source)).size;
	return { blocked, trackers, failed, loading, retry: () => setMissing(retried.current) };
}

interface Report {
	/** @param slots those of each image that failed */
	setFailed: (slots: readonly (readonly PictureSlot[])[]) => void;
	setLoading: (loading: boolean) => void;
}

/** Fetches each source once, a few at a time, and fills every slot that uses it. */
function useFill(
	slots: readonly PictureSlot[],
	address: (slot: PictureSlot) => string | undefined,
	report?: Report,
): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: the addresses follow from the slots
	useEffect(() => {
		if (slots.length === 0) return;
		const stop = new AbortController();
		const made: string[] = [];
		const wanted = Map.groupBy(slots, (slot) => slot.source);
		const queue = [...wanted.values()];
		const failed: PictureSlot[][] = [];
		const work = async () => {
			for (let group = queue.shift(); group && !stop.signal.aborted; group = queue.shift()) {
				const url = group[0] && address(group[0]);
				const local = url === undefined ? null : await pictureUrl(url, stop.signal).catch(() => null);
				if (local === null) failed.push(group);
				else if (stop.signal.aborted) URL.revokeObjectURL(local);
				else {
					made.push(local);
					for (const slot of group) slot.fill(local);
				}
			}
		};
		report?.setLoading(true);
		void Promise.all(Array.from({ length: atOnce }, work)).then(() => {
			if (stop.signal.aborted) return;
			report?.setFailed(failed);
			report?.setLoading(false);
		});
		return () => {
			stop.abort();
			for (const url of made) URL.revokeObjectURL(url);
		};
	}, [slots]);
}
