import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { WatchInterval } from "../../contract.ts";
import { analyzer, analyzerKeys } from "../base/api.ts";
import { t } from "../base/text.ts";

const intervals = (["day", "week"] as const).map((value) => ({ value, label: t.watch.intervals[value] }));

/** Adds a domain to the watched ones, or changes how it is watched. */
export function WatchForm({ canMail }: { canMail: boolean }) {
	const client = useQueryClient();
	const [email, setEmail] = useState("");
	const [every, setEvery] = useState<WatchInterval>("day");
	const [mails, setMails] = useState(true);
	const watch = useMutation({
		mutationFn: () => analyzer.watchDomain({ body: { email, every, mails } }),
		onSuccess: ({ domain }) => {
			toast({ title: t.watch.watching(domain) });
			setEmail("");
			return client.invalidateQueries({ queryKey: analyzerKeys.watches });
		},
		onError: (error) => toast({ title: t.watch.couldntWatch, description: error.message, tone: "destructive" }),
	});
	return (
		<form
			className="flex flex-wrap items-center gap-2"
			onSubmit={(event) => {
				event.preventDefault();
				watch.mutate();
			}}
		>
			<span className="min-w-0 flex-1 basis-56">
				<Input
					mono
					aria-label={t.watch.label}
					placeholder={t.input.placeholder}
					value={email}
					autoCapitalize="none"
					spellCheck={false}
					onChange={(event) => setEmail(event.target.value)}
				/>
			</span>
			<span className="w-32">
				<Select label={t.watch.how} options={intervals} value={every} onChange={setEvery} />
			</span>
			{canMail && <Checkbox showLabel label={t.watch.mails} checked={mails} onChange={setMails} />}
			<Button variant="primary" type="submit" icon={Eye} busy={watch.isPending}>
				{t.watch.watch}
			</Button>
		</form>
	);
}
