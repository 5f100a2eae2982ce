import { type RefObject, useEffect, useState } from "react";

/** Whether the first picture in the element has loaded, or failed. */
export function usePictureLoaded(element: RefObject<HTMLElement | null>): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const image = element.current?.querySelector("img");
    const finish = () => setIsLoaded(true);
    if (!image || image.complete) return finish();
    image.addEventListener("load", finish);
    image.addEventListener("error", finish);
    return () => {
      image.removeEventListener("load", finish);
      image.removeEventListener("error", finish);
    };
  }, [element]);
  return isLoaded;
}
