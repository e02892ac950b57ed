import { useArt } from '../base/art.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { List } from '../ui/list.tsx';
import { Bow, Ribbon, Wrap } from '../ui/paper.tsx';
import { Progress } from '../ui/progress.tsx';
import { Stamp } from '../ui/stamp.tsx';

/** The three steps, on one ribbon. */
export function Steps() {
  const art = useArt();
  return (
    <section className="l-page home-how" id="how" aria-labelledby="how-title">
      <h2 id="how-title">
        Ten minutes from you.
        <br />
        Half a minute from each of them.
      </h2>
      <List className="home-how__steps" ordered>
        <li>
          <div className="home-how__scene" aria-hidden="true">
            <div className="home-how__bubble">
              <p>Psst. Ruth turns 70 on the 12th. Say something to her? Half a minute is plenty.</p>
              <p className="home-how__bubble-link">
                <Icon name="link" />
                Add your clip for Ruth
              </p>
            </div>
          </div>
          <h3>You send one link</h3>
          <p>Name the person and the day. Share the link in the group chat, by email or by text.</p>
        </li>
        <li>
          <div className="home-how__scene" aria-hidden="true">
            <div className="home-how__up">
              <Stamp src={art('karl')} />
              <div>
                <p>
                  <strong>Karl</strong> is sending 0:31
                </p>
                <Progress label="Karl’s clip" value={64} />
                <p className="l-fine">Train tunnel. Carries on by itself.</p>
              </div>
            </div>
            <div className="home-how__up">
              <Stamp src={art('amara')} />
              <div>
                <p>
                  <strong>Amara</strong> 0:18
                </p>
                <Badge tone="good" icon="check">
                  Sounds good
                </Badge>
              </div>
            </div>
          </div>
          <h3>They talk to their phone</h3>
          <p>
            One tap opens the camera. If a clip comes out silent or sideways, we ask them to record it again, not you.
          </p>
        </li>
        <li>
          <div className="home-how__scene home-how__parcel" aria-hidden="true">
            <Wrap>
              <Ribbon down />
              <Bow />
            </Wrap>
          </div>
          <h3>Ruth pulls the ribbon</h3>
          <p>One film with everyone in it, evenly loud, no black bars, and a chapter for each of them.</p>
        </li>
      </List>
    </section>
  );
}
