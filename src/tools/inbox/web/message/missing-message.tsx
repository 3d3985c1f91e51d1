import { ArrowLeft } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/states.tsx";

interface MissingMessageProps {
	error: unknown;
	onRetry: () => void;
	onBack: () => void;
}

/** The URL names a message that does not exist (anymore). */
export function MissingMessage({ error, onRetry, onBack }: MissingMessageProps) {
	return (
		<div className="flex flex-col items-center">
			<ErrorState title="This message could not be opened" error={error} onRetry={onRetry} />
			<Button variant="ghost" icon={ArrowLeft} onClick={onBack}>
				Back to the list
			</Button>
		</div>
	);
}
