import { FileUp, FlaskConical, type LucideIcon, Mail, Server } from "lucide-react";
import type { ReactNode } from "react";
import type { ConnectMethod, ProviderInfo } from "#shared/provider-info.ts";
import { isConnectedBy, type ProviderKind, providerInfo, providerKinds } from "#shared/providers.ts";
import { useStartDemo } from "#web/lib/mailbox/use-start-demo.ts";
import { providerScreens } from "#web/providers.ts";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { t } from "./text.ts";

interface GetStartedProps {
	/** The list of providers. */
	select: ReactNode;
	/** Whether a kind can be connected on this server; undefined while loading. */
	available: (kind: ProviderKind) => boolean | undefined;
	onChoose: (kind: ProviderKind) => void;
}

/** The ways to get mail in, for users without a mailbox. */
export function GetStarted({ select, available, onChoose }: GetStartedProps) {
	const demo = useStartDemo();
	return (
		<Section title={t.page.getStarted} note={t.page.getStartedDescription} actions={select}>
			<ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
				{providerKinds.map((kind) => {
					const info: ProviderInfo = providerInfo(kind);
					const isSample = info.connect.by === "sample";
					return (
						<li key={kind}>
							<Tile
								{...tileOf(info)}
								note={available(kind) === false ? t.tiles.notSetUp(hasPasswords(kind)) : undefined}
								busy={isSample && demo.isPending}
								onChoose={() => (isSample ? demo.mutate() : onChoose(kind))}
							/>
						</li>
					);
				})}
			</ul>
		</Section>
	);
}

const hasPasswords = (kind: ProviderKind): boolean =>
	isConnectedBy(kind, "consent") && providerScreens[kind].passwordHint !== undefined;

const icons: Record<ConnectMethod["by"], LucideIcon> = {
	consent: Mail,
	servers: Server,
	files: FileUp,
	sample: FlaskConical,
};

function tileOf({ shortName, connect }: ProviderInfo): { title: string; line: string; icon: LucideIcon } {
	const icon = icons[connect.by];
	switch (connect.by) {
		case "consent":
			return { icon, title: shortName, line: t.tiles.consent(connect.issuer) };
		case "servers":
			return { icon, title: t.tiles.anyAddress, line: t.tiles.anyAddressHint };
		case "files":
			return { icon, title: t.tiles.mailFile, line: t.tiles.mailFileHint };
		case "sample":
			return { icon, title: t.tiles.demo, line: t.tiles.demoHint };
	}
}

interface TileProps {
	icon: LucideIcon;
	title: string;
	line: string;
	/** What is missing. */
	note: string | undefined;
	busy: boolean;
	onChoose: () => void;
}

function Tile({ icon: Icon, title, line, note, busy, onChoose }: TileProps) {
	return (
		<button
			type="button"
			aria-busy={busy}
			disabled={busy}
			onClick={onChoose}
			className="flex h-full w-full flex-row items-start gap-3 rounded-3 border border-line bg-surface p-4 text-left transition-colors hover:border-line-strong hover:bg-sunken xl:min-h-36 xl:flex-col"
		>
			{busy ? <Spinner /> : <Icon aria-hidden="true" size={20} className="shrink-0 text-accent" />}
			<span className="flex min-w-0 flex-col gap-1">
				<span className="text-14 font-semibold">{title}</span>
				<span className="text-13 text-pretty text-ink-2">{line}</span>
				{note !== undefined && <span className="text-12 text-ink-3">{note}</span>}
			</span>
		</button>
	);
}
