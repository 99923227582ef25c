using System.Net;

namespace Web.Tests;

/// <summary>The result of an upload.</summary>
public sealed class ImportTests(WebSample sample) : WebTests(sample)
{
    [Fact]
    public async Task The_sample_file_is_stored_whole_and_the_result_says_how()
    {
        byte[] file = await Visitor.Client.GetByteArrayAsync("cities/sample.csv", Token);
        await using VisitorImport import = await Visitor.OpenImportAsync();
        Task<HttpResponseMessage> upload = import.UploadAsync(new ByteArrayContent(file), Token);
        ImportState end = await import.EndAsync();

        Assert.Equal(("stored", 171_075, "PreparedMultiRow"), (end.Status, end.Rows, end.Strategy));
        Assert.StartsWith("2,000 rows or more", end.Reason);
        Assert.Equal("yes: 3,000 rows or more", end.Pipelining);
        Assert.True(end.RowsPerSecond > 0);
        Assert.Equal(HttpStatusCode.OK, (await upload).StatusCode);
        Assert.Equal(171_075, await Table.CountAsync());
        Assert.Equal("171075", await Visitor.Client.GetStringAsync("cities/count", Token));
    }

    [Fact]
    public async Task Rows_are_taken_and_counted_while_the_file_is_still_uploaded()
    {
        InterruptedFile file = new(CityLines.File(10_000), CityLines.Some(10_000, 10_000));
        await using VisitorImport import = await Visitor.OpenImportAsync();
        Task<HttpResponseMessage> upload = import.UploadAsync(file, Token);
        ImportState running = await import.UntilAsync(state => state.Rows > 0);
        Assert.Equal("running", running.Status);
        Assert.InRange(running.Rows, 1, 10_000);
        Assert.InRange(running.Share!.Value, 0.01, 0.51);
        Assert.True(running.RowsPerSecond > 0);
        Assert.Equal(0, await Table.CountAsync());

        file.GoOn();
        ImportState end = await import.EndAsync();
        Assert.Equal(("stored", 20_000), (end.Status, end.Rows));
        Assert.Equal(HttpStatusCode.OK, (await upload).StatusCode);
        Assert.Equal(20_000, await Table.CountAsync());
    }

    [Theory]
    [InlineData("City 3000,XX,01,,north,2.5", "The input string 'north' was not in a correct format.")]
    [InlineData("City 3000,XX,01", "It has more or fewer fields than the header.")]
    [InlineData("City \"3000,XX\" x,01,,1.5,2.5", "Its quotes are wrong")]
    public async Task A_line_that_cannot_be_read_is_shown_with_its_number(string line, string detail)
    {
        ImportState end = await ImportAsync($"{CityLines.File(3_000)}{line}\n{CityLines.Some(3_001, 3_000)}");
        Assert.Equal(("failed", "Line 3002 cannot be read. Nothing from the file was stored."), (end.Status, end.Message));
        Assert.StartsWith(detail, end.Detail, StringComparison.Ordinal);
        Assert.Equal(new(3_001, 3_002, line), end.FileRow);
        Assert.Equal(0, await Table.CountAsync());
    }

    [Fact]
    public async Task A_quote_that_is_never_closed_does_not_take_the_rest_of_the_file_into_memory()
    {
        ImportState end = await ImportAsync($"{CityLines.File(3_000)}\"City 3000,XX,01,,1.5,2.5\n{CityLines.Some(3_001, 20_000)}");
        Assert.Equal(("failed", "Line 3002 cannot be read. Nothing from the file was stored."), (end.Status, end.Message));
        Assert.Contains("65536", end.Detail, StringComparison.Ordinal);
        Assert.Equal(0, await Table.CountAsync());
    }

    [Fact]
    public async Task A_value_that_is_too_long_is_shown_with_its_row()
    {
        // The line number is not the row number plus one: a quoted field may contain a line break.
        string line = $"{new string('x', 101)},XX,01,,1.5,2.5";
        ImportState end = await ImportAsync($"{CityLines.File(2_500)}\"City\n2500\",XX,01,,1.5,2.5\n{line}\n{CityLines.Some(2_502, 3_000)}");
        Assert.Equal(("failed", "Row 2502 was refused: a value is too long. Nothing from the file was stored."), (end.Status, end.Message));
        Assert.Contains("'Name'", end.Detail, StringComparison.Ordinal);
        Assert.Equal(new(2_502, 2_504, line), end.FileRow);
        Assert.Equal(0, await Table.CountAsync());
    }

    [Fact]
    public async Task A_city_that_comes_twice_is_shown_with_its_row()
    {
        ImportState end = await ImportAsync(CityLines.File(5_000) + CityLines.Some(42, 1));
        Assert.Equal(("failed", "Row 5001 was refused: the city is in the table already, or twice in the file. Nothing from the file was stored."), (end.Status, end.Message));
        Assert.Equal(new(5_001, 5_002, CityLines.Some(42, 1).TrimEnd()), end.FileRow);
        Assert.Equal(0, await Table.CountAsync());
    }

    [Fact]
    public async Task A_file_that_is_imported_again_is_refused_and_stays_stored_once()
    {
        Assert.Equal("stored", (await ImportAsync(CityLines.File(2_500))).Status);
        ImportState end = await ImportAsync(CityLines.File(2_500));
        Assert.Equal(("failed", 1), (end.Status, end.FileRow?.Row));
        Assert.Equal(2_500, await Table.CountAsync());
    }

    [Fact]
    public async Task Rows_that_the_database_refuses_are_set_aside_and_shown_and_the_others_are_stored()
    {
        string tooLong = $"{new string('x', 101)},XX,01,,1.5,2.5";
        string outside = "City 9999,XX,01,,1234.5,2.5";
        ImportState end = await ImportAsync($"{CityLines.File(2_500)}\"City\n2500\",XX,01,,1.5,2.5\n{tooLong}\n{CityLines.Some(2_502, 3_000)}{CityLines.Some(42, 1)}{outside}\n", "?aside=true");

        Assert.Equal(("stored", 5_501), (end.Status, end.Rows));
        Assert.Equal(
            [
                (new(2_502, 2_504, tooLong), "a value is too long."),
                (new(5_503, 5_505, CityLines.Some(42, 1).TrimEnd()), "the city is in the table already, or twice in the file."),
                (new(5_504, 5_506, outside), "a number is out of range."),
            ],
            end.Aside.Select(row => (row.Row, row.Reason)));
        Assert.Contains("'Name'", end.Aside[0].Detail, StringComparison.Ordinal);
        Assert.Equal(5_501, await Table.CountAsync());
    }

    [Fact]
    public async Task Rows_that_were_set_aside_so_far_are_counted()
    {
        string tooLong = $"{new string('x', 101)},XX,01,,1.5,2.5\n";
        InterruptedFile file = new($"{CityLines.File(1_000)}{tooLong}{tooLong}{CityLines.Some(1_000, 11_500)}", CityLines.Some(43, 1) + CityLines.Some(12_500, 10));
        await using VisitorImport import = await Visitor.OpenImportAsync();
        Task<HttpResponseMessage> upload = import.UploadAsync(file, "?aside=true", Token);
        ImportState some = await import.UntilAsync(state => state is { AsideSoFar: 2, Rows: > 0 });
        Assert.Equal("running", some.Status);
        Assert.InRange(some.Rows, 1_000, 12_500);
        file.GoOn();
        ImportState end = await import.EndAsync();
        Assert.Equal(("stored", 12_510, 3, null), (end.Status, end.Rows, end.Aside.Count, end.AsideSoFar));
        Assert.Equal(HttpStatusCode.OK, (await upload).StatusCode);
    }

    [Fact]
    public async Task A_file_of_which_too_many_rows_are_refused_is_not_stored()
    {
        Assert.Equal("stored", (await ImportAsync(CityLines.File(2_500))).Status);
        ImportState end = await ImportAsync(CityLines.File(2_500) + CityLines.Some(2_500, 100), "?aside=true");
        Assert.Equal(("failed", "More than 1,000 rows were refused, the last of them row 1001: the city is in the table already, or twice in the file. Is it the right file? Nothing from the file was stored."), (end.Status, end.Message));
        Assert.Equal(2_500, await Table.CountAsync());
    }

    [Fact]
    public async Task A_missing_column_is_named()
    {
        ImportState end = await ImportAsync("name,country,admin1,admin2,lat\nVila,AD,03,,42.5\n");
        Assert.Equal(("failed", "A column is missing in the header. Nothing from the file was stored."), (end.Status, end.Message));
        Assert.Contains("Lng", end.Detail, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task A_file_without_rows_stores_nothing_and_says_so()
    {
        ImportState end = await ImportAsync(CityLines.Header);
        Assert.Equal(("stored", 0, "None"), (end.Status, end.Rows, end.Strategy));
    }

    [Fact]
    public async Task A_file_above_the_limit_is_refused_before_it_is_read()
    {
        await using VisitorImport import = await Visitor.OpenImportAsync();
        using HttpRequestMessage request = import.Request(new TooLargeFile());
        // The client asks the server first, and never sends the file.
        request.Headers.ExpectContinue = true;
        Task<HttpResponseMessage> upload = Visitor.Client.SendAsync(request, Token);
        ImportState end = await import.EndAsync();
        Assert.Equal(("failed", "The file is larger than 200 MB. Nothing from the file was stored."), (end.Status, end.Message));
        Assert.Equal(HttpStatusCode.UnprocessableEntity, (await upload).StatusCode);
    }

    [Fact]
    public async Task An_upload_without_the_pages_token_is_refused()
    {
        await using VisitorImport import = await Visitor.OpenImportAsync();
        Visitor.Client.DefaultRequestHeaders.Clear();
        Assert.Equal(HttpStatusCode.BadRequest, (await import.UploadAsync(new StringContent(CityLines.File(1)), Token)).StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest, (await import.CancelAsync()).StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest, (await Visitor.Client.DeleteAsync("cities", Token)).StatusCode);
        Assert.Equal(0, await Table.CountAsync());
    }

    [Fact]
    public async Task A_second_upload_to_the_same_import_is_refused()
    {
        InterruptedFile file = new(CityLines.File(10_000), CityLines.Some(10_000, 10));
        await using VisitorImport import = await Visitor.OpenImportAsync();
        Task<HttpResponseMessage> first = import.UploadAsync(file, Token);
        await import.UntilAsync(state => state.Rows > 0);
        Assert.Equal(HttpStatusCode.Conflict, (await import.UploadAsync(new StringContent(CityLines.File(10)), Token)).StatusCode);
        file.GoOn();
        Assert.Equal(("stored", 10_010), ((await import.EndAsync()).Status, import.Last.Rows));
        Assert.Equal(HttpStatusCode.OK, (await first).StatusCode);
    }

    [Fact]
    public async Task An_upload_that_no_page_watches_is_refused()
        => Assert.Equal(HttpStatusCode.NotFound, (await Visitor.Client.PostAsync($"imports/{Guid.NewGuid()}", new StringContent(CityLines.File(1)), Token)).StatusCode);
}
