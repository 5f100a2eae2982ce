import { Component, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "../ui/Button.tsx";
import { texts as words } from "../ui/texts.en.ts";
import { forgetFailedPages } from "./lazy-page.tsx";
import { reloadIfReachable, reloadIfReleased } from "./release.ts";
import { texts } from "./texts.en.ts";

/** Shows an error when a page fails to load or render, until the next navigation. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary location={key}>{children}</Boundary>;
}

interface BoundaryProps {
  location: string;
  children: ReactNode;
}

interface BoundaryState {
  location: string;
  failed: boolean;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = { location: this.props.location, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState) {
    return location === state.location ? null : { location, failed: false };
  }

  override componentDidCatch() {
    forgetFailedPages();
    void reloadIfReleased();
  }

  override render() {
    return this.state.failed ? <LastResort /> : this.props.children;
  }
}

function LastResort() {
  const [isTrying, setIsTrying] = useState(false);
  const tryAgain = async () => {
    setIsTrying(true);
    await reloadIfReachable();
    setIsTrying(false);
  };
  useEffect(() => {
    const retry = () => void reloadIfReachable();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);
  return (
    <section className="measure flex flex-col items-start gap-6 py-24">
      <h1 className="text-title">{texts.pageDidNotLoad}</h1>
      <p role="alert">{texts.connectionLost}</p>
      <Button busy={isTrying} onClick={() => void tryAgain()}>
        {words.tryAgain}
      </Button>
    </section>
  );
}
