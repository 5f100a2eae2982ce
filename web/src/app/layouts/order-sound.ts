import { useEffect, useRef, useState } from "react";

const STORED_AS = "order-sound";

/** Two short notes. A browser plays nothing before the first click or key on the page. */
function playTone() {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.6);
  [659, 880].forEach((frequency, index) => {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(audio.currentTime + index * 0.15);
    note.stop(audio.currentTime + 0.6);
    note.onended = () => void (index === 1 && audio.close());
  });
}

function isStored() {
  try {
    return localStorage.getItem(STORED_AS) === "on";
  } catch {
    return false;
  }
}

/** Plays a tone when more orders wait to be shipped. Off until the owner turns it on in this browser. */
export function useOrderSound(ordersToShip: number | undefined) {
  const [isOn, setIsOn] = useState(isStored);
  const known = useRef(ordersToShip);

  useEffect(() => {
    if (ordersToShip === undefined) return;
    if (isOn && known.current !== undefined && ordersToShip > known.current) playTone();
    known.current = ordersToShip;
  }, [isOn, ordersToShip]);

  const turn = (on: boolean) => {
    setIsOn(on);
    if (on) playTone();
    try {
      localStorage.setItem(STORED_AS, on ? "on" : "off");
    } catch {
      // If the browser denies storage, the choice lasts as long as the page.
    }
  };
  return [isOn, turn] as const;
}
