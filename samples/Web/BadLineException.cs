using CsvHelper;

namespace Web;

/// <summary>A line of the file is not valid CSV, or has too few or too many fields.</summary>
internal sealed class BadLineException(CsvMalformedRecord bad) : Exception(Sentence(bad.Reason))
{
    public FileRow Row { get; } = new(bad.RecordNumber > 1 ? bad.RecordNumber - 1 : null, bad.LineNumber, bad.RawRecord);

    private static string Sentence(CsvMalformedReason reason) => reason == CsvMalformedReason.FieldCountMismatch
        ? "It has more or fewer fields than the header."
        : "Its quotes are wrong: a field with quotes begins and ends with one, and has two for each one inside.";
}
