import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { FRAME_TIMEOUT } from "../card-provider.ts";
import { texts } from "./card.texts.en.tsx";

export type FrameState = "loading" | "ready" | "failed";

interface CardFrameProps {
  onState: (state: FrameState) => void;
  /** The fields in the card provider's frame. Another `key` loads them again. */
  children: (frame: { key: number; onReady: () => void; onLoadError: () => void }) => ReactNode;
}

/** Tells whether the card provider's fields are there, and offers to load them again. */
export function CardFrame({ onState, children }: CardFrameProps) {
  const [state, setState] = useState<FrameState>("loading");
  const [attempt, setAttempt] = useState(0);
  const tell = useEffectEvent(onState);
  useEffect(() => {
    tell(state);
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("failed"), FRAME_TIMEOUT);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => () => tell("loading"), []);
  return (
    <>
      {state === "failed" && (
        <div role="alert" className="buying-note buying-problem text-error">
          <span>{texts.frameFailed}</span>
          <Button
            variant="outline"
            small
            onClick={() => {
              setAttempt(attempt + 1);
              setState("loading");
            }}
          >
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {/* It may still arrive. */}
      <div hidden={state === "failed"}>
        {children({
          key: attempt,
          onReady: () => setState("ready"),
          onLoadError: () => setState("failed"),
        })}
      </div>
    </>
  );
}

/** A sentence below the fields of the card. */
export const FrameNote = ({ isReady, state }: { isReady: boolean; state: FrameState }) =>
  isReady ? texts.numberIsPrivate : state !== "failed" && texts.formIsLoading;
