using System.Globalization;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>Runs a part of a test in a culture.</summary>
internal sealed class CultureScope : IDisposable
{
    private readonly CultureInfo _previous = CultureInfo.CurrentCulture;

    public CultureScope(string name) => CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(name);

    /// <summary>Cultures with other number separators, other minus signs, other calendars, other digits and a dotless i.</summary>
    public static TheoryData<string> Names => ["", "de-DE", "fr-FR", "sv-SE", "ar-SA", "fa-IR", "th-TH", "tr-TR"];

    public void Dispose() => CultureInfo.CurrentCulture = _previous;
}
