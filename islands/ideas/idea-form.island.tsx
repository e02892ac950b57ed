import { Button } from '../../views/ui/button.tsx';
import { IdeaFields, type IdeaFieldsProps } from './idea-fields.tsx';

/** The form on the page of ideas. It is posted as it is; alive, it names what is like it. */
export default function IdeaForm(props: IdeaFieldsProps) {
  return (
    <form method="post" action="/ideas" className="idea__form" noValidate>
      <IdeaFields {...props} />
      <Button type="submit">Share it</Button>
    </form>
  );
}
