using System.Text;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Web.Tests.Browser;

/// <summary>The page, used as a person would use it.</summary>
public sealed class PageTests(WebSample sample, Chromium browser) : WebTests(sample)
{
    private const int Held = 5_000;
    private readonly List<string> _errors = [];
    private IPage _page = null!;

    private ILocator Outcome => _page.Locator("#outcome");

    private ILocator Running => _page.GetByRole(AriaRole.Region, new() { Name = "Import under way" });

    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        SetDefaultExpectTimeout(60_000);
        _page = await browser.OpenAsync(Sample.Address);
        _page.PageError += (_, error) => _errors.Add(error);
    }

    public override async ValueTask DisposeAsync()
    {
        Assert.Empty(_errors);
        await _page.Context.DisposeAsync();
        await base.DisposeAsync();
    }

    [Fact]
    public async Task A_file_is_imported_and_the_page_says_how_many_rows_how_fast_and_why_so()
    {
        await Expect(_page.Locator("#count")).ToHaveTextAsync("0");
        await ShootAsync("1-start");
        await ChooseAsync(CityLines.File(20_000));
        await ShootAsync("2-chosen");
        await ImportButton.ClickAsync();
        await Expect(Outcome.GetByRole(AriaRole.Heading)).ToHaveTextAsync("20,000 rows are stored");
        await Expect(Outcome).ToContainTextAsync("PreparedMultiRow");
        await Expect(Outcome).ToContainTextAsync("2,000 rows or more");
        await Expect(Outcome).ToContainTextAsync("rows/s");
        await Expect(Outcome).ToBeFocusedAsync();
        await Expect(Running).ToBeHiddenAsync();
        await Expect(_page.Locator("#count")).ToHaveTextAsync("20,000");
        await Expect(ImportButton).ToBeEnabledAsync();
        await ShootAsync("5-stored");
    }

    [Fact]
    public async Task An_import_shows_how_far_it_is_and_Cancel_ends_it()
    {
        await using IAsyncDisposable hold = await Table.HoldAsync(Held);
        await ChooseAsync(CityLines.File(20_000));
        await ImportButton.ClickAsync();
        await Expect(_page.Locator("#rows")).ToHaveTextAsync(new System.Text.RegularExpressions.Regex("^[1-4],[0-9]{3} rows$"));
        await Expect(_page.Locator("#speed")).ToHaveTextAsync(new System.Text.RegularExpressions.Regex("^[1-9][0-9,]* rows/s$"));
        double share = await _page.GetByRole(AriaRole.Progressbar, new() { Name = "Read so far" }).EvaluateAsync<double>("bar => bar.value");
        Assert.InRange(share, 0.01, 0.99);
        await Expect(ImportButton).ToBeDisabledAsync();
        await ShootAsync("3-running");

        await _page.GetByRole(AriaRole.Button, new() { Name = "Cancel" }).ClickAsync();
        await Expect(Outcome).ToContainTextAsync("The import was cancelled. Nothing from it was stored.");
        await Expect(Running).ToBeHiddenAsync();
        await ShootAsync("4-cancelled");
        await hold.DisposeAsync();
        await NothingIsStoredAsync();
    }

    [Fact]
    public async Task A_page_that_is_closed_in_the_middle_cancels_its_import()
    {
        await using IAsyncDisposable hold = await Table.HoldAsync(Held);
        await ChooseAsync(CityLines.File(20_000));
        await ImportButton.ClickAsync();
        await Expect(_page.Locator("#rows")).Not.ToHaveTextAsync("0 rows");
        await _page.CloseAsync();
        // The city stays locked, so the import can only end by being cancelled.
        await Table.AtRestAsync(Token, but: 1);
        await hold.DisposeAsync();
        await NothingIsStoredAsync();
    }

    [Fact]
    public async Task The_row_at_fault_is_shown_as_text()
    {
        string line = $"<img src=x onerror=alert(1)>{new string('x', 101)},XX,01,,1.5,2.5";
        await ChooseAsync($"{CityLines.File(3_000)}{line}\n");
        await ImportButton.ClickAsync();
        await Expect(Outcome.GetByRole(AriaRole.Heading)).ToHaveTextAsync("Not imported");
        await Expect(Outcome).ToContainTextAsync("Row 3001 was refused: a value is too long. Nothing from the file was stored.");
        await Expect(Outcome).ToContainTextAsync("Line 3,002 of the file");
        await Expect(Outcome).ToContainTextAsync(line);
        await ShootAsync("6-too-long");
    }

    [Fact]
    public async Task Rows_that_were_set_aside_are_shown_downloaded_corrected_and_imported_again()
    {
        string line = $"<b>{new string('x', 101)},XX,01,,1.5,2.5";
        await ChooseAsync($"{CityLines.File(3_000)}{line}\n{CityLines.Some(7, 1)}{CityLines.Some(3_000, 2)}");
        await _page.GetByLabel("Set rows aside").CheckAsync();
        await ImportButton.ClickAsync();
        await Expect(Outcome.GetByRole(AriaRole.Heading)).ToHaveTextAsync("3,002 rows are stored, 2 were set aside");
        ILocator rows = Outcome.GetByRole(AriaRole.Table, new() { Name = "Rows that were set aside" }).Locator("tbody tr");
        await Expect(rows).ToHaveCountAsync(2);
        await Expect(rows.First).ToContainTextAsync($"3,002a value is too long.{line}");
        await Expect(rows.Last).ToContainTextAsync("3,003the city is in the table already, or twice in the file.City 7,XX");
        await ShootAsync("9-set-aside");

        IDownload download = await _page.RunAndWaitForDownloadAsync(() => Outcome.GetByRole(AriaRole.Link, new() { Name = "Download them" }).ClickAsync());
        string text = await File.ReadAllTextAsync(await download.PathAsync(), Token);
        Assert.Equal($"{CityLines.Header}{line}\n{CityLines.Some(7, 1)}", text);
        Assert.Equal("set-aside.csv", download.SuggestedFilename);

        await ChooseAsync(text.Replace(new string('x', 101), "short", StringComparison.Ordinal));
        await ImportButton.ClickAsync();
        await Expect(Outcome.GetByRole(AriaRole.Heading)).ToHaveTextAsync("1 row is stored, 1 was set aside");
        await Expect(_page.Locator("#count")).ToHaveTextAsync("3,003");
    }

    [Fact]
    public async Task An_import_shows_how_many_rows_were_set_aside_so_far()
    {
        await using IAsyncDisposable hold = await Table.HoldAsync(Held);
        await ChooseAsync($"{CityLines.File(1_000)}{new string('x', 101)},XX,01,,1.5,2.5\n{CityLines.Some(1_000, 19_000)}");
        await _page.GetByLabel("Set rows aside").CheckAsync();
        await ImportButton.ClickAsync();
        await Expect(Running).ToContainTextAsync("rows/s, 1 set aside");
        await ShootAsync("3-set-aside");
        await hold.DisposeAsync();
        await Expect(Outcome.GetByRole(AriaRole.Heading)).ToHaveTextAsync("20,000 rows are stored, 1 was set aside");
    }

    [Fact]
    public async Task A_line_that_cannot_be_read_is_shown()
    {
        await ChooseAsync($"{CityLines.File(3_000)}City 3000,XX,01,,north,2.5\n");
        await ImportButton.ClickAsync();
        await Expect(Outcome).ToContainTextAsync("Line 3002 cannot be read. Nothing from the file was stored.");
        await Expect(Outcome).ToContainTextAsync("City 3000,XX,01,,north,2.5");
        await ShootAsync("7-bad-line");
    }

    [Fact]
    public async Task A_city_that_is_stored_already_is_shown_and_the_table_can_be_emptied()
    {
        await ChooseAsync(CityLines.File(100));
        await ImportButton.ClickAsync();
        await Expect(Outcome).ToContainTextAsync("100 rows are stored");
        await ImportButton.ClickAsync();
        await Expect(Outcome).ToContainTextAsync("Row 1 was refused: the city is in the table already, or twice in the file.");
        await ShootAsync("8-duplicate");
        await _page.GetByRole(AriaRole.Button, new() { Name = "Empty the table" }).ClickAsync();
        await Expect(Outcome).ToContainTextAsync("The table is empty");
        await Expect(_page.Locator("#count")).ToHaveTextAsync("0");
        await ImportButton.ClickAsync();
        await Expect(Outcome).ToContainTextAsync("100 rows are stored");
    }

    [Fact]
    public async Task A_server_that_goes_away_is_said_to_be_lost()
    {
        await using IAsyncDisposable hold = await Table.HoldAsync(Held);
        await using WebProgram program = await WebProgram.StartAsync(Sample.ConnectionString);
        await _page.GotoAsync(program.Address.ToString());
        await ChooseAsync(CityLines.File(20_000));
        await ImportButton.ClickAsync();
        await Expect(_page.Locator("#rows")).Not.ToHaveTextAsync("0 rows");
        await program.DisposeAsync();
        await Expect(Outcome).ToContainTextAsync("The connection to the server is lost");
        await ShootAsync("9-lost");
    }

    private ILocator ImportButton => _page.GetByRole(AriaRole.Button, new() { Name = "Import" });

    private Task ChooseAsync(string file)
        => _page.GetByLabel("CSV file").SetInputFilesAsync(new FilePayload { Name = "cities.csv", MimeType = "text/csv", Buffer = Encoding.UTF8.GetBytes(file) });

    // WEB_SCREENSHOTS=/folder saves screenshots to look at.
    private async Task ShootAsync(string name)
    {
        if (Environment.GetEnvironmentVariable("WEB_SCREENSHOTS") is { } folder)
            await _page.ScreenshotAsync(new() { Path = Path.Combine(folder, $"{name}.png") });
    }
}
