use super::*;

/// Returns linear red, green and blue, each from 0 to 1, of a 24-bit colour.
fn linear(color: Color) -> [f64; 3] {
    let Color::Rgb(r, g, b) = color else { panic!("{color} is not a 24-bit colour") };
    [r, g, b].map(|c| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

/// Multiplies a matrix by a vector.
fn multiply(matrix: &[[f64; 3]; 3], color: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(color).map(|(factor, part)| factor * part).sum())
}

/// Returns the relative luminance as defined by WCAG 2.1.
fn luminance(color: Color) -> f64 {
    let [r, g, b] = linear(color);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Returns the contrast ratio as defined by WCAG 2.1, from 1 to 21.
fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_theme_is_valid_and_has_enough_contrast() {
    for name in Theme::names() {
        let theme = Theme::built_in(name).unwrap();
        let palette = theme.palette(ColorDepth::True);
        let min_for_text = if name == "contrast" { 7.0 } else { 4.5 };
        for (purpose, color, background, min) in [
            ("text", palette.text, palette.background, min_for_text),
            ("text on a selection", palette.text, palette.selection, min_for_text),
            ("accent", palette.accent, palette.background, 4.5),
            ("dim", palette.dim, palette.background, 3.0),
            ("alert", palette.alert, palette.background, 4.5),
            ("rim", palette.rim_text, palette.rim, 3.0),
        ] {
            let found = contrast(color, background);
            assert!(found >= min, "{name}: {purpose} has contrast {found:.2}, not {min}");
        }
        for seat in palette.seats {
            for cell in palette.cells.into_iter().chain([
                palette.background,
                palette.cursor,
                palette.fresh,
                palette.last,
            ]) {
                let found = contrast(seat, cell);
                assert!(found >= 2.5, "{name}: a seat's {seat} on {cell} has contrast {found:.2}");
            }
        }
    }
}

#[test]
fn the_error_of_an_invalid_theme_names_the_line() {
    let text = include_str!("../../../assets/themes/dark.toml").replace("accent", "accident");
    let error = Theme::parse("mine", &text).unwrap_err().to_string();
    assert!(
        error.contains("mine") && error.contains("accident") && error.contains("line"),
        "{error}"
    );
    assert!(error.contains("line 8") && !error.contains('\n'), "{error}");
    let error = Theme::built_in("drak").unwrap_err().to_string();
    assert!(error.contains("dark, light, contrast, tearoom, okabe-ito, mono"), "{error}");
}

#[test]
fn a_monochrome_terminal_gets_no_colours() {
    let palette = Theme::built_in("dark").unwrap().palette(ColorDepth::Mono);
    assert_eq!(palette, palette.map(|_| Color::Reset));
}

/// Matrices that simulate protanopia, deuteranopia and tritanopia on linear red, green and blue.
/// Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
/// Vision Deficiency", 2009.
const COLOR_VISION_DEFICIENCIES: [[[f64; 3]; 3]; 3] = [
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
];

/// Converts linear red, green and blue to CIE 1976 L*a*b* (with D65 as white).
fn lab(light: [f64; 3]) -> [f64; 3] {
    const XYZ: [[f64; 3]; 3] = [
        [0.412_456, 0.357_576, 0.180_438],
        [0.212_673, 0.715_152, 0.072_175],
        [0.019_334, 0.119_192, 0.950_304],
    ];
    let root = |t: f64| {
        if t > (6.0_f64 / 29.0).powi(3) {
            t.cbrt()
        } else {
            t * (29.0_f64 / 6.0).powi(2) / 3.0 + 4.0 / 29.0
        }
    };
    let [x, y, z] = multiply(&XYZ, light);
    let [x, y, z] = [root(x / 0.950_47), root(y), root(z / 1.088_83)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the distance in L*a*b* between two colours as people with this deficiency see them.
/// Distances below about 2 are invisible.
fn difference(a: Color, b: Color, deficiency: &[[f64; 3]; 3]) -> f64 {
    let [a, b] = [a, b]
        .map(|color| lab(multiply(deficiency, linear(color)).map(|part| part.clamp(0.0, 1.0))));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn color_blind_people_can_tell_the_seats_of_okabe_and_ito_apart() {
    let seats = Theme::built_in("okabe-ito").unwrap().palette(ColorDepth::True).seats;
    for deficiency in &COLOR_VISION_DEFICIENCIES {
        for (at, &seat) in seats.iter().enumerate() {
            for &other in &seats[..at] {
                let found = difference(seat, other, deficiency);
                assert!(found >= 20.0, "{seat} and {other} differ by {found:.1}");
            }
        }
    }
}

#[test]
fn the_mono_theme_is_grey_and_its_seats_differ_in_brightness() {
    let theme = Theme::built_in("mono").unwrap();
    let palette = theme.palette(ColorDepth::True);
    palette.map(|&color| {
        let Color::Rgb(r, g, b) = color else { panic!("{color} is not a 24-bit colour") };
        assert!(r == g && g == b, "{color} is not grey");
    });
    for (at, &seat) in palette.seats.iter().enumerate() {
        for &other in &palette.seats[..at] {
            assert!(contrast(seat, other) >= 1.3, "{seat} {other}");
        }
    }
}
