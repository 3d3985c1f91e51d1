import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command as Palette } from "cmdk";
import { Mail, MessageCircleQuestionMark, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { formatListTime } from "#web/lib/base/format.ts";
import { inboxLink } from "#web/lib/base/links.ts";
import { type Command, useCommandList } from "#web/lib/screens/commands.tsx";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Keys } from "#web/ui/base/kbd.tsx";
import { t } from "../base/text.ts";

const rowClass =
	"flex min-h-9 cursor-pointer items-center gap-3 rounded-2 px-3 text-14 data-[selected=true]:bg-selected";
const groupClass =
	"[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 " +
	"[&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-3";

/** Emails that are shown below the search. */
const mostFound = 5;

/** The newest emails that match. @param q empty: none */
function useFoundMail(q: string): readonly EmailItem[] {
	const searched = useDeferredValue(q);
	const { data } = useQuery({
		queryKey: [...keys.mail, "palette", searched],
		queryFn: async ({ signal }) =>
			(await api.listEmails({ query: { q: searched, limit: mostFound } }, { signal })).items,
		enabled: searched.length > 1,
		placeholderData: keepPreviousData,
		// What is half typed may be no search.
		retry: false,
	});
	return q.length > 1 ? (data ?? []) : [];
}

interface CommandPaletteProps {
	open: boolean;
	/** What was typed since it was opened and before it had the focus. */
	takeTyped: () => string;
	onClose: () => void;
}

/** Command palette: the commands of this screen and of the app, and a mail search for the typed text. */
export default function CommandPalette({ open, takeTyped, onClose }: CommandPaletteProps) {
	const [text, setText] = useState("");
	const commands = useCommandList().filter((command) => !command.hidden && (command.when?.() ?? true));
	const groups = [...new Set(commands.map(({ group }) => group))];
	const { hasPath } = useInstalled();
	const canSearch = hasPath("/inbox") && text.trim() !== "";
	const close = () => {
		takeTyped();
		setText("");
		onClose();
	};
	const run = (command: Command) => {
		close();
		// After the dialog has restored the focus, so that the command may move it.
		requestAnimationFrame(command.run);
	};
	return (
		<Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
			<Dialog.Portal>
				<Dialog.Backdrop className="fixed inset-0 z-[var(--z-dialog)] bg-[oklch(0.2_0.01_155/0.38)]" />
				<Dialog.Popup className="fixed top-[10dvh] left-1/2 z-[var(--z-dialog)] w-[calc(100vw-16px)] max-w-150 -translate-x-1/2 overflow-hidden rounded-3 border border-line bg-surface text-ink shadow-2 outline-none">
					<Dialog.Title className="sr-only">{t.palette.searchMailRunCommand}</Dialog.Title>
					<Palette label={t.palette.searchMailRunCommand} loop>
						<div className="flex items-center gap-2.5 border-b border-line px-4">
							<Search aria-hidden="true" size={17} className="shrink-0 text-ink-3" />
							<Palette.Input
								value={text}
								onValueChange={setText}
								onFocus={() => {
									const typed = takeTyped();
									if (typed !== "") setText((before) => before + typed);
								}}
								placeholder={t.palette.searchMailRunCommand}
								className="h-12 w-full bg-transparent text-16 outline-none placeholder:text-ink-3 focus-visible:shadow-none"
							/>
						</div>
						<Palette.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-1.5 outline-none focus-visible:shadow-none">
							{!canSearch && (
								<Palette.Empty className="px-3 py-6 text-center text-14 text-ink-3">
									{t.palette.noMatchingCommands}
								</Palette.Empty>
							)}
							{groups.map((group) => (
								<CommandGroup
									key={group}
									group={group}
									commands={commands.filter((command) => command.group === group)}
									onRun={run}
								/>
							))}
							{canSearch && <MailGroup q={text.trim()} isOpen={open} onOpen={close} />}
						</Palette.List>
					</Palette>
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	);
}

interface CommandGroupProps {
	group: string;
	commands: readonly Command[];
	onRun: (command: Command) => void;
}

function CommandGroup({ group, commands, onRun }: CommandGroupProps) {
	return (
		<Palette.Group heading={group} className={groupClass}>
			{commands.map((command) => (
				<Palette.Item
					key={command.id}
					value={`${command.title} ${command.id}`}
					onSelect={() => onRun(command)}
					className={rowClass}
				>
					<span className="min-w-0 flex-1 truncate">{command.title}</span>
					{command.keys && <Keys keys={command.keys} />}
				</Palette.Item>
			))}
		</Palette.Group>
	);
}

interface MailGroupProps {
	q: string;
	/** The palette is open. */
	isOpen: boolean;
	/** Before a page is opened. */
	onOpen: () => void;
}

/** Searches the mail for what was typed, asks about it, and lists the newest emails that match. */
function MailGroup({ q, isOpen, onOpen }: MailGroupProps) {
	const navigate = useNavigate();
	const { hasPath } = useInstalled();
	const found = useFoundMail(isOpen ? q : "");
	return (
		<Palette.Group heading={t.palette.mail} forceMount className={groupClass}>
			<Palette.Item
				forceMount
				value={`search mail ${q}`}
				onSelect={() => {
					onOpen();
					void navigate({ ...inboxLink, search: { q } });
				}}
				className={rowClass}
			>
				<Search aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
				<span className="min-w-0 flex-1 truncate">
					{t.palette.searchMailFor} <strong className="font-semibold">{q}</strong>
				</span>
			</Palette.Item>
			{hasPath("/ask") && (
				<Palette.Item
					forceMount
					value={`ask mailbox ${q}`}
					onSelect={() => {
						onOpen();
						void navigate({ to: "/ask", search: { question: q } });
					}}
					className={rowClass}
				>
					<MessageCircleQuestionMark aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
					<span className="min-w-0 flex-1 truncate">
						{t.palette.askMailbox} <strong className="font-semibold">{q}</strong>
					</span>
				</Palette.Item>
			)}
			{found.map((item) => (
				<Palette.Item
					key={item.id}
					forceMount
					value={`mail ${item.id}`}
					onSelect={() => {
						onOpen();
						void navigate({ to: "/inbox/{-$emailId}", params: { emailId: item.id }, search: { q } });
					}}
					className={rowClass}
				>
					<Mail aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
					<span className="max-w-[40%] shrink-0 truncate text-ink-2">{item.senderName || item.senderEmail}</span>
					<span className="min-w-0 flex-1 truncate">{item.subject}</span>
					<span className="shrink-0 text-12 text-ink-3">{formatListTime(item.receivedAt)}</span>
				</Palette.Item>
			))}
		</Palette.Group>
	);
}
