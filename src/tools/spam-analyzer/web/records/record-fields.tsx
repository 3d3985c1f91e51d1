import { Copy, Download } from "lucide-react";
import { download } from "#web/lib/base/download.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../base/text.ts";
import { nameOf, type RecordId, type Records, recordIds } from "./published.ts";

interface RecordFieldsProps {
	domain: string;
	/** Of a new DKIM key. */
	selector: string;
	published: Records;
	records: Records;
	/** PEM; null: no key was created. */
	privateKey: string | null;
	onChange: (records: Records) => void;
}

/** Every record with the name where it is published. */
export function RecordFields(props: RecordFieldsProps) {
	const { domain, selector, published, records, privateKey, onChange } = props;
	return (
		<section aria-label={t.records.records} className="flex min-w-0 flex-col gap-4">
			{recordIds.map((id) => (
				<RecordField
					key={id}
					id={id}
					name={nameOf(id, domain, selector)}
					value={records[id]}
					isChanged={records[id].trim() !== published[id].trim()}
					onChange={(value) => onChange({ ...records, [id]: value })}
				>
					{id === "dkim" && privateKey !== null && (
						<Button size="small" icon={Download} onClick={() => saveKey(selector, privateKey)}>
							{t.records.saveKey}
						</Button>
					)}
				</RecordField>
			))}
			{(records["mta-sts"] !== "" || records["sts-policy"] !== "") && (
				<Field label={t.records.stsPolicy} hint={t.records.stsPolicyHint(domain)}>
					<Textarea
						mono
						rows={5}
						spellCheck={false}
						value={records["sts-policy"]}
						onChange={(event) => onChange({ ...records, "sts-policy": event.target.value })}
					/>
				</Field>
			)}
		</section>
	);
}

interface RecordFieldProps {
	id: RecordId;
	name: string;
	value: string;
	isChanged: boolean;
	onChange: (value: string) => void;
	children: React.ReactNode;
}

function RecordField({ id, name, value, isChanged, onChange, children }: RecordFieldProps) {
	const label = t.records.names[id];
	const copy = () =>
		navigator.clipboard.writeText(value).then(
			() => toast({ title: t.records.copied(label) }),
			() => toast({ title: t.records.couldntCopy, tone: "destructive" }),
		);
	return (
		<div className="flex min-w-0 items-start gap-1">
			<div className="flex min-w-0 flex-1 flex-col gap-2">
				<Field label={label} hint={t.records.publishedAt(id === "mx" ? "MX" : "TXT", name, isChanged)}>
					<Textarea
						mono
						rows={id === "mx" ? 3 : rowsOf(value)}
						spellCheck={false}
						value={value}
						placeholder={t.records.none}
						onChange={(event) => onChange(event.target.value)}
					/>
				</Field>
				{children && <div>{children}</div>}
			</div>
			<span className="pt-6">
				<IconButton
					icon={Copy}
					size="small"
					label={t.records.copy(label)}
					disabled={value === ""}
					onClick={() => void copy()}
				/>
			</span>
		</div>
	);
}

/** As many as a phone needs for most records. */
function rowsOf({ length }: string): number {
	if (length > 90) return 3;
	return length > 28 ? 2 : 1;
}

function saveKey(selector: string, pem: string): void {
	download(`${selector}.pem`, new Blob([pem], { type: "application/x-pem-file" }));
}
