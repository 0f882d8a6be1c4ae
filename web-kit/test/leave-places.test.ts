import { describe, expect, it } from '@jest/globals';
import { checkPlaces, leavePlaces } from '../src/prerender/leave-places.ts';

describe('a rendered page', () => {
  it('gets a placeholder as the text of each element with a fill attribute, and nowhere else', () => {
    expect(leavePlaces('<p>$79 <span class="a" data-fill="price">$79</span> once</p>')).toBe(
      '<p>$79 <span class="a" data-fill="price">{{price}}</span> once</p>',
    );
  });

  it('keeps one item of a list between marks, with placeholders for its link', () => {
    const item =
      '<li data-list="contact"><a href="https://a.example" data-fill="text" data-fill-href="href">a</a></li>';
    expect(leavePlaces(`<ul>${item}</ul><i data-fill="fee">$9</i>`)).toBe(
      '<ul>{{#contact}}<li data-list="contact"><a href="{{contact-href}}" data-fill="text" data-fill-href="href">' +
        '{{contact-text}}</a></li>{{/contact}}</ul><i data-fill="fee">{{fee}}</i>',
    );
  });

  it('gets the number of an item in its ids, also if elements of the same name are nested in the item', () => {
    const item =
      '<div data-list="question"><div id="faq-own-0-answer" aria-labelledby="faq-own-0">0</div></div>';
    expect(leavePlaces(`<div>${item}</div>`)).toBe(
      '<div>{{#question}}<div data-list="question"><div id="faq-own-{{index}}-answer" ' +
        'aria-labelledby="faq-own-{{index}}">0</div></div>{{/question}}</div>',
    );
  });

  it('is refused if a fill attribute names no placeholder', () => {
    expect(() => leavePlaces('<b data-fill="prize">$79</b>')).toThrow('No placeholder is named prize');
  });

  it('is refused if it shows a sample value outside of the elements with a fill attribute', () => {
    const page = leavePlaces('<b data-fill="price">$79</b><i>$79</i>');
    expect(() => checkPlaces(page, ['$79'])).toThrow('$79 is in an element without data-fill');
  });
});
