using Microsoft.EntityFrameworkCore;
using Web;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
await using DemoDatabase database = await DemoDatabase.OpenAsync(builder.Configuration.GetConnectionString("Cities"));
ServerVersion version = ServerVersion.AutoDetect(database.ConnectionString);

builder.Services.AddDbContext<CitiesContext>(options => options.UseMySql(database.ConnectionString, version));
builder.Services.AddSingleton<Imports>();
builder.Services.AddRazorPages();

await using WebApplication app = builder.Build();
app.UseStaticFiles();
app.MapRazorPages();
app.MapImports();
app.MapCities();
await DemoDatabase.CreateTableAsync(app.Services);
await app.RunAsync();
