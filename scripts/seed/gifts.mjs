import { CALM, PHRASES } from './hum.mjs';

/** Account of the demo's organiser; the password is generated. */
export const ORGANISER = { email: 'demo@vidday.example', firstName: 'Lena' };

/** Gifts of the demo: form values and clips in the film's order. `note`: the pitch of a humming voice in Hz. */
export const GIFTS = {
  birthday: {
    event: () => ({
      occasion: 'birthday',
      recipients: [{ firstName: 'Ruth', email: 'ruth@vidday.example' }],
      deadline: eveningIn(9),
      message:
        'Ruth turns seventy, and she thinks that we have all forgotten. Hum, wave, tell her the thing that you never tell her on the phone. Half a minute is plenty.',
      prompts: ['Your first memory of Ruth', 'Hum her song, one line is enough', 'What did she teach you?'],
    }),
    isPublished: true,
    clips: [
      { by: 'Jonas', art: 'jonas', kind: 'video', seconds: 3.2, hum: { note: 131, tune: PHRASES[0] } },
      { by: 'Amara', art: 'amara', kind: 'portrait', seconds: 3, hum: { note: 220, tune: PHRASES[1] } },
      { by: 'Karl', kind: 'text', text: 'Seventy, and still the first one in the lake. Happy birthday, dear Ruth!' },
      { by: 'Samira', kind: 'voice', seconds: 3.4, hum: { note: 196, tune: PHRASES[2] } },
      { by: 'Ines', art: 'lake', kind: 'photo', caption: 'The lake, the day we met' },
      { by: 'Mia', art: 'kids', kind: 'video', seconds: 3.2, hum: { note: 262, tune: PHRASES[3] } },
      { by: 'Tomas', art: 'choir', kind: 'video', seconds: 3.6, hum: { note: 147, tune: PHRASES[1] } },
    ],
  },
  wedding: {
    event: () => ({
      occasion: 'wedding',
      recipients: [{ firstName: 'Samira' }, { firstName: 'Tomas' }],
      deadline: eveningIn(30),
      message: 'They say yes in a month. Tell them how you knew.',
    }),
    isPublished: false,
    clips: [
      { by: 'Walter', art: 'walter', kind: 'video', seconds: 3.5, hum: { note: 110, tune: CALM } },
      { by: 'Ines', art: 'beach', kind: 'photo', caption: 'Where it began' },
    ],
  },
};

/** Eight in the evening, some days from now. */
function eveningIn(days) {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(20, 0, 0, 0);
  return date.toISOString();
}
