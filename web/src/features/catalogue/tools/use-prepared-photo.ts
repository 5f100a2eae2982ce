import { useEffect, useState } from "react";
import { preparePhoto } from "./photo.ts";
import type { Photo } from "./tool-draft.ts";

interface PhotoState {
  photo: Photo | null;
  preview?: string;
  isSmall?: boolean;
  loadError?: string;
}

/** A preview of the chosen file, or why it cannot be used. */
export function usePreparedPhoto(photo: Photo | null) {
  const [state, setState] = useState<PhotoState>({ photo: null });
  useEffect(() => {
    if (!(photo instanceof File)) return;
    let isCurrent = true;
    preparePhoto(photo).then(
      ({ preview, isSmall }) => isCurrent && setState({ photo, preview, isSmall }),
      (error: Error) => isCurrent && setState({ photo, loadError: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [photo]);
  return state.photo === photo ? state : { photo };
}
