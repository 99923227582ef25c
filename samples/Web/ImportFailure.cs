using CsvHelper;
using EFCore.MySqlBulk;

namespace Web;

/// <summary>Explains a failed import to the person who uploaded the file.</summary>
internal static class ImportFailure
{
    private const string NothingStored = "Nothing from the file was stored.";

    /// <summary>Why a single row is refused, by the server's error number.</summary>
    public static string Reason(int error) => error switch
    {
        1062 => "the city is in the table already, or twice in the file.",
        1264 => "a number is out of range.",
        1406 => "a value is too long.",
        _ => "the database does not take one of its values.",
    };

    public static ImportState Of(Exception exception, CityFile file, bool setsAside) => exception switch
    {
        // BulkInsertAsync rethrows an exception from the rows unchanged, after rolling everything back.
        BadLineException bad => Failed(CannotRead(bad.Row.Line), bad.Message, bad.Row),
        CsvFormatException bad => Failed(CannotRead(bad.LineNumber), (bad.InnerException ?? bad).Message, file.RowOfLine(bad.LineNumber)),
        KeyNotFoundException missing => Failed($"A column is missing in the header. {NothingStored}", missing.Message),
        BadHttpRequestException { StatusCode: StatusCodes.Status413PayloadTooLarge } => Failed($"The file is larger than {ImportEndpoints.MaxMegabytes} MB. {NothingStored}"),
        IOException => Failed($"The upload broke off. {NothingStored}"),
        BulkOperationException { RowIndex: { } index } tooMany when setsAside => Failed(
            $"More than {Import.MaxAside:N0} rows were refused, the last of them row {index + 1}: {Reason(tooMany.ErrorNumber)} Is it the right file? {Outcome(tooMany)}", tooMany.InnerException?.Message),
        BulkOperationException { RowIndex: { } index } refused => Failed(
            $"Row {index + 1} was refused: {Reason(refused.ErrorNumber)} {Outcome(refused)}", refused.InnerException?.Message, file.WaitingRow(index)),
        BulkException failed => Failed($"The database could not take the rows. {Outcome(failed)}"),
        _ => Failed("Something went wrong. The administrator finds it in the log."),
    };

    private static string Outcome(BulkException exception) => exception.Outcome switch
    {
        BulkOutcome.Nothing => NothingStored,
        BulkOutcome.All => "All of its rows are stored.",
        _ => "It is not known whether its rows are stored: check before you upload it again.",
    };

    private static string CannotRead(long line) => $"Line {line} cannot be read. {NothingStored}";

    private static ImportState Failed(string message, string? detail = null, FileRow? row = null)
        => new(ImportState.StatusFailed) { Message = message, Detail = detail, FileRow = row };
}
