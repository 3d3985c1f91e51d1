import { type FormEvent, useState } from "react";
import type { BrandReply } from "#shared/contracts/brand.ts";
import { fieldErrorsOf } from "#web/lib/api/api.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DropZone } from "#web/ui/form/drop-zone.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { operatorApi } from "./api.ts";
import { BrandPreview } from "./brand-preview.tsx";
import { type ChosenLogo, readLogo } from "./read-logo.ts";
import { t } from "./text.ts";

const COLOR = /^#[0-9a-f]{6}$/i;
/** The default accent, where the picker starts. */
const DEFAULT_ACCENT = "#1d5b41";

/** Name, sender, color and logo, with a preview. */
export function BrandForm({ brand }: { brand: BrandReply }) {
	const [name, setName] = useState(brand.name);
	const [senderName, setSenderName] = useState(brand.senderName ?? "");
	const [accent, setAccent] = useState(brand.accent ?? "");
	/** Undefined: as it is; null: the default. */
	const [logo, setLogo] = useState<ChosenLogo | null>();
	const save = useChange({
		make: () =>
			operatorApi.updateBrand({
				body: {
					name,
					senderName: senderName.trim() || null,
					accent: accent.trim() || null,
					logo: logo && { image: logo.image, icon: logo.icon },
				},
			}),
		failed: t.brandPage.couldntSave,
		done: showEverywhere,
	});
	const errors = fieldErrorsOf(save.error);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		save.mutate();
	};
	const shownLogo = logo === undefined ? brand.logo : (logo?.url ?? null);
	return (
		<>
			<Card title={t.brandPage.title} note={t.brandPage.note} actions={<ResetButton />}>
				<form onSubmit={submit} className="flex max-w-120 flex-col gap-4">
					<Field label={t.brandPage.name} hint={t.brandPage.nameHint} error={errors.name}>
						<Input value={name} onChange={({ target }) => setName(target.value)} maxLength={40} required />
					</Field>
					<Field label={t.brandPage.senderName} hint={t.brandPage.senderNameHint} error={errors.senderName}>
						<Input
							value={senderName}
							onChange={({ target }) => setSenderName(target.value)}
							placeholder={name}
							maxLength={40}
						/>
					</Field>
					<AccentField accent={accent} error={errors.accent} onAccent={setAccent} />
					<LogoField hasLogo={shownLogo !== null} error={errors.logo} onLogo={setLogo} />
					<div>
						<Button type="submit" variant="primary" busy={save.isPending}>
							{t.brandPage.save}
						</Button>
					</div>
				</form>
			</Card>
			<BrandPreview
				name={name.trim()}
				senderName={senderName.trim() || name.trim()}
				accent={COLOR.test(accent) ? accent : null}
				logo={shownLogo}
			/>
		</>
	);
}

interface AccentFieldProps {
	accent: string;
	error: string | undefined;
	onAccent: (accent: string) => void;
}

/** The accent color, typed or picked. */
function AccentField({ accent, error, onAccent }: AccentFieldProps) {
	return (
		<Field label={t.brandPage.accent} hint={t.brandPage.accentHint} error={error}>
			<Input
				value={accent}
				onChange={({ target }) => onAccent(target.value)}
				placeholder={t.brandPage.accentPlaceholder}
				maxLength={7}
				mono
				end={
					<input
						type="color"
						aria-label={t.brandPage.accentPicker}
						value={COLOR.test(accent) ? accent : DEFAULT_ACCENT}
						onChange={({ target }) => onAccent(target.value)}
						className="h-6 w-10 cursor-pointer rounded-1 bg-transparent"
					/>
				}
			/>
		</Field>
	);
}

interface LogoFieldProps {
	/** A logo other than the default one. */
	hasLogo: boolean;
	error: string | undefined;
	/** @param logo null: the default */
	onLogo: (logo: ChosenLogo | null) => void;
}

function LogoField({ hasLogo, error, onLogo }: LogoFieldProps) {
	const choose = async ([file]: File[]) => {
		if (file === undefined) return;
		try {
			onLogo(await readLogo(file));
		} catch (cause) {
			toast({ title: t.brandPage.couldntRead, description: (cause as Error).message, tone: "destructive" });
		}
	};
	return (
		<div className="flex flex-col items-start gap-2">
			<p className="text-13 font-medium">{t.brandPage.logo}</p>
			<div className="w-full">
				<DropZone
					label={t.brandPage.dropLogo}
					hint={t.brandPage.logoHint}
					accept=".svg,.png,image/svg+xml,image/png"
					onFiles={(files) => void choose(files)}
				/>
			</div>
			{error !== undefined && <p className="text-12 font-medium text-red">{error}</p>}
			{hasLogo && (
				<Button size="small" onClick={() => onLogo(null)}>
					{t.brandPage.defaultLogo}
				</Button>
			)}
		</div>
	);
}

function ResetButton() {
	const reset = useChange({
		make: () => operatorApi.resetBrand({}),
		failed: t.brandPage.couldntReset,
		done: showEverywhere,
	});
	const ask = async () => {
		const yes = await confirm({
			title: t.brandPage.resetThis,
			description: t.brandPage.resetDescription,
			confirm: t.brandPage.reset,
		});
		if (yes) reset.mutate();
	};
	return (
		<Button size="small" busy={reset.isPending} onClick={() => void ask()}>
			{t.brandPage.reset}
		</Button>
	);
}

/** The document contains the brand: name, color and icons. */
function showEverywhere(): void {
	location.reload();
}
