import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
	children: ReactNode;
	/** Shown in place of the children once one of them failed to render. @param reset tries them again */
	fallback: (error: unknown, reset: () => void) => ReactNode;
	/** The children are tried again when it changes. */
	resetKey?: unknown;
}

interface ErrorBoundaryState {
	error: { value: unknown } | null;
	resetKey: unknown;
}

/** Keeps a failure to render where it happened: what is around it stays. React offers this to classes only. */
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
