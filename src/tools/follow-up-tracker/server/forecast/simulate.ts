import { capOf, type Due, decide, earliestAt, firstDue, followUpAt, type Pace, WARM_DAYS } from "../pacing.ts";
import { localDate, localDay } from "../sending-times.ts";
import { DueQueue } from "./queue.ts";

/**
 * What leaves a mailbox when, if no one replies: the decisions of runs (`pacing.ts`), played to the end. All campaigns that
 * send from the mailbox take part, since they share its cap and its spacing. The spacing is the one on average; nothing
 * fails, and a message is sent as soon as it is handed over.
 */

/** Recipients who are due at the same time. */
export interface Waiting extends Due {
	/** Of their next message. */
	step: number;
	count: number;
}

/** A campaign that sends from the mailbox. */
export interface Sending {
	campaignId: string;
	pace: Pace;
	/** Working days before each message of the sequence. */
	waitDays: readonly number[];
	/** In the order of the list. */
	waiting: readonly Waiting[];
}

export interface Mailbox {
	/** When it sent campaign messages in the last two days, in order. */
	sentAt: readonly number[];
	/** Local dates on which it sent campaign messages. */
	sendingDays: readonly string[];
	sendings: readonly Sending[];
}

export interface ForecastMessage {
	campaignId: string;
	at: number;
	step: number;
}

const DAY_MS = 86_400_000;

/** Everything that leaves the mailbox from `now` on, in order. */
export function* playMailbox({ sentAt, sendingDays, sendings }: Mailbox, now: number): Generator<ForecastMessage> {
	const mailbox = { sentAt: [...sentAt], sendingDays: new Set(sendingDays) };
	const queues = sendings.map((sending) => new SendingQueue(sending, mailbox));
	for (let at = now; ; ) {
		let first: { queue: SendingQueue; next: number } | null = null;
		for (const queue of queues) {
			const next = queue.nextAt(at);
			if (next === null) continue;
			// In turn, where several may send at the same moment.
			const isFirst = first === null || next < first.next || (next === first.next && queue.lastAt < first.queue.lastAt);
			if (isFirst) first = { queue, next };
		}
		if (first === null) return;
		at = first.next;
		yield first.queue.send(at);
	}
}

interface MailboxLog {
	sentAt: number[];
	sendingDays: Set<string>;
}

/** A campaign's messages from one mailbox. */
class SendingQueue {
	readonly #sending: Sending;
	readonly #mailbox: MailboxLog;
	readonly #initial = new DueQueue<Waiting>();
	readonly #followUps = new DueQueue<Waiting>();
	#day = { start: 0, end: 0, date: "", cap: 0 };
	/** Of its last message. */
	lastAt = Number.NEGATIVE_INFINITY;

	constructor(sending: Sending, mailbox: MailboxLog) {
		this.#sending = sending;
		this.#mailbox = mailbox;
		for (const entry of sending.waiting) this.#add({ ...entry });
	}

	/** When its next message leaves, not before `now`; null: nothing is left. */
	nextAt(now: number): number | null {
		const { pace } = this.#sending;
		for (let at = now; ; ) {
			const due = firstDue(this.#followUps.first, this.#initial.first, at);
			if (due === null) return null;
			const decision = decide(pace, { due, earliest: this.#earliest(at), now: at });
			if (decision.kind === "send") return at;
			if (decision.kind === "wait") at = decision.until;
			else {
				this.#queueOf(due).pop();
				this.#add({ ...due, nextAt: decision.until });
			}
		}
	}

	/** Sends the message that `nextAt` found. */
	send(at: number): ForecastMessage {
		const { campaignId, pace, waitDays } = this.#sending;
		const due = firstDue(this.#followUps.first, this.#initial.first, at);
		if (due === null) throw new Error("Nothing is due");
		this.lastAt = at;
		this.#mailbox.sentAt.push(at);
		this.#mailbox.sendingDays.add(this.#dayOf(at).date);
		due.count--;
		if (due.count === 0) this.#queueOf(due).pop();
		const step = due.step + 1;
		const wait = waitDays[step];
		if (wait !== undefined) {
			const { timeZone } = due;
			this.#add({ step, timeZone, count: 1, nextAt: followUpAt(pace, { sentAt: at, waitDays: wait, timeZone }) });
		}
		return { campaignId, at, step: due.step };
	}

	#add(entry: Waiting): void {
		this.#queueOf(entry).push(entry);
	}

	#queueOf({ step }: Waiting): DueQueue<Waiting> {
		return step === 0 ? this.#initial : this.#followUps;
	}

	#earliest(now: number): number {
		const { pace } = this.#sending;
		const { sentAt } = this.#mailbox;
		const { start, cap } = this.#dayOf(now);
		const spacingMs = pace.spacingSeconds * 1_000;
		const { timeZone } = pace;
		return earliestAt({
			now,
			lastAt: sentAt.at(-1) ?? null,
			spacingMs,
			sentToday: countSince(sentAt, start),
			cap,
			timeZone,
		});
	}

	/** The local day with the mailbox's cap, which is the same all day. */
	#dayOf(now: number) {
		if (now >= this.#day.start && now < this.#day.end) return this.#day;
		const { pace } = this.#sending;
		const day = localDay(now, pace.timeZone);
		const date = localDate(now, pace.timeZone);
		const from = localDate(now - WARM_DAYS * DAY_MS, pace.timeZone);
		const warm = [...this.#mailbox.sendingDays].filter((one) => one < date && one >= from);
		this.#day = { ...day, date, cap: capOf(pace, warm.length) };
		return this.#day;
	}
}

/** How many of the times, which are in order, are not before `start`. */
function countSince(times: readonly number[], start: number): number {
	let [low, high] = [0, times.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((times[middle] ?? start) < start) low = middle + 1;
		else high = middle;
	}
	return times.length - low;
}
