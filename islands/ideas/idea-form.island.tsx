import { Button } from '../../views/ui/button.tsx';
import { IdeaFields, type IdeaFieldsProps } from './idea-fields.tsx';

/** The form on the ideas page. Posted without script; with script it shows similar ideas. */
export default function IdeaForm(props: IdeaFieldsProps) {
  return (
    <form method="post" action="/ideas" className="idea__form" noValidate>
      <IdeaFields {...props} />
      <Button type="submit">Share it</Button>
    </form>
  );
}
