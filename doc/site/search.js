// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The search of the site. search-index.js, which search.py makes, has the sections: [address, page, heading, text].

const wordsOf = text => text.toLowerCase().split(/\W+/).filter(word => word.length > 1);

const places = [[/^pages\/doc\/guide\//, 2], [/^pages\/(doc\/decisions\/|CHANGELOG)/, 0.3], [/^pages\/doc\//, 0.7]];

// How well a part of a page has a word: as a word, as the beginning of one, or not at all.
const fit = (text, word) => new RegExp(`\\b${word}\\b`).test(text) ? 1 : new RegExp(`\\b${word}`).test(text) ? 0.5 : 0;

// A section counts for each word that it has, more for a rare word and for one in a heading, and most for the whole
// sentence. So an error is found although its address and numbers are others than those in the page.
function found(sections, query) {
    const sentence = query.toLowerCase().trim();
    const plain = sections.map(section => section.slice(1).map(part => part.toLowerCase()));
    const scores = plain.map(parts => parts.some(part => part.includes(sentence)) ? 20 : 0);
    for (const word of new Set(wordsOf(query))) {
        const fits = plain.map(([page, heading, text]) =>
            Math.max(2 * fit(heading, word), 1.5 * fit(page, word), fit(text, word)));
        const rarity = Math.log(1 + sections.length / fits.filter(value => value).length);
        fits.forEach((value, i) => { scores[i] += value ? value * rarity : 0; });
    }
    const weight = address => places.find(([place]) => place.test(address))?.[1] ?? 1;
    return sections.map((section, i) => ({ section, score: scores[i] * weight(section[0]) }))
        .filter(({ score }) => score > 0).sort((a, b) => b.score - a.score).slice(0, 25).map(({ section }) => section);
}

function excerpt(text, query) {
    const lower = text.toLowerCase();
    const hits = [query.toLowerCase().trim(), ...wordsOf(query)].map(word => lower.indexOf(word)).filter(at => at >= 0);
    const start = lower.lastIndexOf(' ', Math.max(0, (hits[0] ?? 0) - 80)) + 1;
    return (start ? '… ' : '') + text.slice(start, start + 320) + (start + 320 < text.length ? ' …' : '');
}

function show(query) {
    const list = document.getElementById('found');
    const results = query.trim() ? found(sections, query) : [];
    document.querySelector('main input').value = query;
    document.getElementById('count').textContent = !query.trim() ? '' : results.length ? '' : 'Nothing was found.';
    for (const [address, page, heading, text] of results) {
        const item = list.appendChild(document.createElement('li'));
        const link = item.appendChild(document.createElement('a'));
        link.href = address;
        link.textContent = heading && heading !== page ? `${page}: ${heading}` : page;
        item.appendChild(document.createElement('p')).textContent = excerpt(text, query);
    }
}

if (typeof document !== 'undefined')
    show(new URLSearchParams(location.search).get('q') ?? '');
