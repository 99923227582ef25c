using System.Globalization;
using System.Text;

namespace Cities.GeoNames;

/// <summary>Names as people type them: <c>Sant Julià de Lòria</c> becomes <c>sant julia de loria</c>.</summary>
internal static class SearchNames
{
    public static string Of(string name)
    {
        StringBuilder text = new(name.Length);
        // Form D separates letters and accents; the accents are then removed.
        foreach (Rune rune in name.Normalize(NormalizationForm.FormD).EnumerateRunes())
        {
            if (Rune.IsLetterOrDigit(rune))
                text.Append(Rune.ToLowerInvariant(rune));
            else if (!IsMark(rune) && text is [.., not ' '])
                text.Append(' ');
        }

        return text.ToString().TrimEnd();
    }

    private static bool IsMark(Rune rune)
        => Rune.GetUnicodeCategory(rune) is UnicodeCategory.NonSpacingMark or UnicodeCategory.SpacingCombiningMark or UnicodeCategory.EnclosingMark;
}
