import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
	children: ReactNode;
	/** Rendered in place of the children after one failed to render. @param reset renders them again */
	fallback: (error: unknown, reset: () => void) => ReactNode;
	/** The children are rendered again when it changes. */
	resetKey?: unknown;
}

interface ErrorBoundaryState {
	error: { value: unknown } | null;
	resetKey: unknown;
}

/** Confines a render error to its children. React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
	override state: ErrorBoundaryState = { error: null, resetKey: this.props.resetKey };

	static getDerivedStateFromError(value: unknown): Partial<ErrorBoundaryState> {
		return { error: { value } };
	}

	static getDerivedStateFromProps(
		props: ErrorBoundaryProps,
		state: ErrorBoundaryState,
	): Partial<ErrorBoundaryState> | null {
		return Object.is(props.resetKey, state.resetKey) ? null : { error: null, resetKey: props.resetKey };
	}

	override render(): ReactNode {
		const { error } = this.state;
		return error === null
			? this.props.children
			: this.props.fallback(error.value, () => this.setState({ error: null }));
	}
}
