use ratatui::style::Modifier;

use super::*;
use crate::widgets::{ClickAreas, ColorDepth, testing};

#[derive(Clone, Debug, Default, PartialEq)]
struct Meal {
    dish: usize,
    guests: u8,
    name: String,
}

const DISHES: [&str; 3] = ["Soup", "Salad", "Stew"];

fn rows(meal: &Meal) -> Vec<Row<Meal>> {
    vec![
        Row::choice("Dish", DISHES, meal.dish, |meal: &mut Meal, dish| meal.dish = dish),
        Row::choice("Guests", 0..=9, meal.guests.into(), |meal: &mut Meal, guests| {
            meal.guests = u8::try_from(guests).unwrap();
        })
        .stepper(false),
        Row::value("Name", &meal.name).typed("A name", "", |meal: &mut Meal, name| {
            meal.name = Some(name.to_owned()).filter(|name| !name.is_empty()).ok_or("none")?;
            Ok(())
        }),
        Row::button("Eat".into(), ["Eat: now".to_owned(), "Eat".to_owned()]),
        Row::button("Leave".into(), ["Leave".to_owned()]),
    ]
}

fn form() -> Form {
    Form::new("Dish")
}

fn commands(keys: &str) -> Vec<FormCommand> {
    let command = |key| {
        let mut rows = KEYS.iter().chain([const { &EDIT }]);
        rows.find(|row| row.keys.contains(&key)).unwrap().command.clone()
    };
    testing::keys(keys).into_iter().map(command).collect()
}

#[track_caller]
fn check(keys: &str, selected: &'static str, (dish, guests): (usize, u8)) {
    let (mut form, mut meal) = (form(), Meal::default());
    for command in commands(keys) {
        form.run(command, &rows(&meal), &mut meal);
    }
    assert_eq!((form.selected, meal.dish, meal.guests), (selected.into(), dish, guests), "{keys}");
}

#[test]
fn keys_move_between_rows_and_change_their_values() {
    check("", "Dish", (0, 0));
    check("klh", "Dish", (0, 0));
    check("llll", "Dish", (2, 0));
    check("jlll<Left>", "Guests", (0, 2));
    check("jjl", "Name", (0, 0));
    check("<Space><Space>", "Dish", (2, 0));
    check("<Space><Space><Space>j<Space>", "Guests", (0, 1));
    // Buttons are side by side.
    check("jjjl", "Leave", (0, 0));
    check("jjjlhh", "Eat", (0, 0));
    check("jjjjjj", "Leave", (0, 0));
    check("<S-Tab>", "Leave", (0, 0));
    check("<S-Tab><Tab><Tab>", "Guests", (0, 0));
}

#[test]
fn up_and_down_move_within_a_list_and_leave_it_at_its_ends() {
    let dishes = |meal: &Meal| {
        let set = |meal: &mut Meal, dish| meal.dish = dish;
        let price = |price: &str| Details { record: Some(price.to_owned()), ..Details::default() };
        let prices = ["3", "4", "9"].map(price).into();
        vec![Row::choice("Dish", DISHES, meal.dish, set).listed(prices), Row::value("Guests", "")]
    };
    let lists = [("Dish", 2), ("Guests", 2), ("Guests", 2)];
    let steppers = [("Guests", 1), ("Guests", 1), ("Guests", 1)];
    for (height, moves) in [(3, lists), (2, steppers)] {
        let (mut form, mut meal) = (form(), Meal { dish: 1, ..Meal::default() });
        let (buffer, _) = testing::drawn((40, height), |area, buffer, areas| {
            let look = testing::dark();
            let lists = Some(ListDensity::PLAIN);
            let mut view = FormView::new(&form, buffer, &look, areas);
            view.draw_row(&dishes(&meal)[0], false, lists, 0, area);
        });
        assert_eq!(testing::text(&buffer).contains("• Salad  4"), height == 3);
        for (label, dish) in moves {
            form.run(FormCommand::Down, &dishes(&meal), &mut meal);
            assert_eq!((form.selected, meal.dish), (label.into(), dish));
        }
    }
}

#[test]
fn the_details_of_a_list_stand_in_columns() {
    let drawn = |details: [[&str; 2]; 2]| {
        let [first, second] = details.map(|texts| {
            let [name, record] = texts.map(str::to_owned);
            Details { name, record: Some(record), ..Details::default() }
        });
        let details = vec![Details { mark: &["*"], ..first }, second];
        let row = Row::choice("Dish", DISHES, 0, |_: &mut Meal, _| ()).listed(details);
        let rows = [row];
        let page = Page::new(&rows, "", 0);
        let (buffer, _) = testing::drawn((40, 8), |area, buffer, areas| {
            page.draw(area, &mut FormView::new(&form(), buffer, &testing::dark(), areas));
        });
        let lines = testing::text(&buffer);
        lines.lines().take(2).map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
    };
    let named = ["Dish      • Soup   Ada  1/2 *", "            Salad  Bob"];
    assert_eq!(drawn([["Ada", "1/2"], ["Bob", ""]]), named);
    // Without names, the records follow the values.
    let nameless = ["Dish      • Soup   1/2 *", "            Salad  0/1"];
    assert_eq!(drawn([["", "1/2"], ["", "0/1"]]), nameless);
}

#[test]
fn a_list_shows_groups_and_glosses_where_they_fit() {
    let drawn_with = |record: Option<&str>, width: u16, height: u16| {
        let details = |begins_group, gloss: &str| Details {
            begins_group,
            gloss: gloss.to_owned(),
            record: record.map(str::to_owned),
            ..Details::default()
        };
        let details = vec![details(false, "With bread."), details(true, ""), details(false, "")];
        let row = Row::choice("Dish", DISHES, 0, |_: &mut Meal, _| ()).listed(details);
        let rows = [row];
        let page = Page::new(&rows, "", 0);
        let (buffer, _) = testing::drawn((width, height), |area, buffer, areas| {
            page.draw(area, &mut FormView::new(&form(), buffer, &testing::dark(), areas));
        });
        let lines: Vec<_> = testing::text(&buffer).lines().map(|it| it.trim().to_owned()).collect();
        lines[..lines.iter().position(|line| line.starts_with("Stew")).unwrap()].join("|")
    };
    let beside = drawn_with(None, 40, 28);
    assert!(beside.contains("Soup  With bread.||Salad"), "{beside}");
    let drawn = |width, height| drawn_with(Some("1/2"), width, height);
    let spaced = drawn(40, 28);
    assert!(spaced.contains("|With bread.|") && spaced.contains("||Salad"), "{spaced}");
    assert!(!drawn(20, 28).contains("bread"), "too narrow for the gloss");
    assert!(drawn(40, 9).contains("||Salad"));
    assert!(!drawn(40, 7).contains("||"));
}

#[test]
fn the_first_row_is_selected_if_the_selected_one_is_gone() {
    let (mut form, mut meal) = (Form::new("Gone"), Meal::default());
    assert_eq!(form.row(&rows(&meal)).label, "Dish");
    form.run(FormCommand::Right, &rows(&meal), &mut meal);
    assert_eq!((form.selected, meal.dish), ("Dish".into(), 1));
}

#[test]
fn typed_text_is_checked() {
    let mut meal = Meal::default();
    let rows = rows(&meal);
    let typed = rows[2].typed.as_ref().unwrap();
    assert_eq!(typed.set(&mut meal, ""), Err("none".to_owned()));
    assert_eq!(typed.set(&mut meal, "Ada"), Ok(()));
    assert_eq!(meal.name, "Ada");
}

fn drawn(form: &Form, size: (u16, u16)) -> (Vec<String>, ClickAreas) {
    let rows = rows(&Meal::default());
    let page = Page::new(&rows, "Hot.", 1);
    let look = testing::dark();
    let (buffer, areas) = testing::drawn(size, |area, buffer, areas| {
        page.draw(area, &mut FormView::new(form, buffer, &look, areas));
    });
    (testing::text(&buffer).lines().map(str::to_owned).collect(), areas)
}

#[test]
fn a_page_adapts_to_its_size() {
    let wide = ["Dish      • Soup    Salad    Stew", "", "Guests    ◂ 0 ▸"];
    assert_eq!(drawn(&form(), (40, 13)).0[..3], wide);
    let narrow = ["Dish      ◂ Soup ▸", "Guests    ◂ 0 ▸"];
    assert_eq!(drawn(&form(), (24, 8)).0[..2], narrow);
    let low = drawn(&form(), (40, 5)).0;
    assert_eq!([&*low[0], &*low[3], &*low[4]], [wide[0], "▸ Eat: now   Leave", "Hot."]);
    // The selected row is visible even in the lowest window.
    let mut name = form();
    name.select("Name");
    let lowest = drawn(&name, (40, 3)).0;
    assert!(lowest[0].starts_with("Name") && lowest[1].contains("Eat"), "{lowest:?}");
}

#[test]
fn the_button_that_enter_presses_stands_out() {
    let is_filled = |cell: &ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
    let buttons = |depth, selected| {
        let look = testing::look(depth, false);
        let (form, rows) = (Form::new(selected), rows(&Meal::default()));
        let page = Page::new(&rows, "", 0);
        let (buffer, _) = testing::drawn((40, 9), |area, buffer, areas| {
            page.draw(area, &mut FormView::new(&form, buffer, &look, areas));
        });
        let text = testing::text(&buffer);
        let y = text.lines().position(|line| line.contains("Eat: now")).unwrap();
        let y = u16::try_from(y).unwrap();
        let row: Vec<_> = (0..buffer.area.width).map(|x| &buffer[(x, y)]).collect();
        assert!(
            row[..11].iter().all(|cell| !is_filled(cell) || cell.fg == row[2].fg),
            "one colour"
        );
        (
            text.lines().nth(y.into()).unwrap().to_owned(),
            row.into_iter().filter(|it| is_filled(it)).count(),
        )
    };
    let entered = "▸ Eat: now   Leave".to_owned();
    for depth in [ColorDepth::Mono, ColorDepth::Ansi, ColorDepth::True] {
        assert_eq!(buttons(depth, "Dish"), (entered.clone(), 0), "{depth:?}");
    }
    // The selected one is filled.
    assert_eq!(buttons(ColorDepth::Ansi, "Eat"), (entered.clone(), 11));
    assert_eq!(buttons(ColorDepth::True, "Eat"), (entered, 11));
}

#[test]
fn clicks_choose_values_and_press_buttons() {
    let (mut form, mut meal) = (form(), Meal::default());
    let (lines, areas) = drawn(&form, (40, 9));
    let mut click = |text: &str, beside: usize| {
        let y = lines.iter().position(|line| line.contains(text)).unwrap();
        let x = lines[y].chars().take_while(|&letter| !text.starts_with(letter)).count();
        let at = |number: usize| u16::try_from(number).unwrap();
        let command = areas.hit(at(x + beside), at(y)).unwrap().get().unwrap();
        (form.run(command, &rows(&meal), &mut meal), meal.clone())
    };
    assert_eq!(click("Guests", 0).0, Outcome::Moved);
    assert_eq!(click("Guests", 0).0, Outcome::Pressed("Guests".into()));
    assert_eq!(click("0 ▸", 2).1.guests, 1);
    let (outcome, meal) = click("Stew", 24);
    assert_eq!((outcome, meal.dish), (Outcome::Moved, 0), "behind the last value");
    assert_eq!(click("Eat", 0).0, Outcome::Pressed("Eat".into()));
}
