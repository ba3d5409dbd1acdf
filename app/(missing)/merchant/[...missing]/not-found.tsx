/** The layout has the message. */
export default function NotFound() {
  return null;
}
