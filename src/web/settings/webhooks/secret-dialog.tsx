import { Button } from "#web/ui/button/button.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "./text.ts";

/** Shows a new secret, once. @param secret null: closed */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
	return (
		<Dialog
			open={secret !== null}
			onClose={onClose}
			size="small"
			title={t.secret.title}
			actions={
				<Button variant="primary" onClick={onClose}>
					{t.secret.done}
				</Button>
			}
		>
			<div className="flex flex-col gap-3">
				<Notice tone="amber">{t.secret.copyNow}</Notice>
				<CopyField label={t.secret.label} text={secret ?? ""} />
			</div>
		</Dialog>
	);
}
