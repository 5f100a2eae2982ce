import "./payments.css";
import { CardElement } from "@stripe/react-stripe-js";
import { useRef } from "react";
import { CardFrame, type FrameState } from "./CardFrame.tsx";
import { useCardStyle } from "./use-card-style.ts";

interface CardInputProps {
  error: string | undefined;
  onError: (message: string | undefined) => void;
  onState: (state: FrameState) => void;
}

/** The fields of a card, which the card provider shows in a frame. */
export function CardInput({ error, onError, onState }: CardInputProps) {
  const style = useCardStyle();
  const frame = useRef<HTMLDivElement>(null);
  return (
    <>
      <CardFrame onState={onState}>
        {({ key, onReady }) => (
          <div ref={frame} className="card-frame">
            <CardElement
              key={key}
              options={style}
              onReady={onReady}
              onChange={({ error }) => {
                onError(error?.message);
                // The fields are in a frame, so the form does not see that the customer types.
                frame.current?.closest("form")?.dispatchEvent(new Event("input"));
              }}
            />
          </div>
        )}
      </CardFrame>
      <p role="alert" className="min-h-7 py-1 text-sm text-error">
        {error}
      </p>
    </>
  );
}
