import { ArrowLeft } from "lucide-react";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/state/states.tsx";
import { t } from "../base/reader-text.ts";

interface MissingMessageProps {
	error: unknown;
	onRetry: () => void;
	onBack: () => void;
}

/** The URL names a message that does not exist (anymore). */
export function MissingMessage({ error, onRetry, onBack }: MissingMessageProps) {
	return (
		<div className="flex flex-col items-center">
			<ErrorState title={t.message.couldntOpenMessage} error={error} onRetry={onRetry} />
			<Button variant="ghost" icon={ArrowLeft} onClick={onBack}>
				{t.message.backToList}
			</Button>
		</div>
	);
}
