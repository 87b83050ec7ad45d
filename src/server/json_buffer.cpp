// The output buffer: one kept per backend, because giving it back after each page makes the allocator return the
// memory to the system and fault it in again (30 microseconds a page).
#include "errors.hpp"
#include "row_json.hpp"

namespace kp {

namespace {

constexpr std::size_t first_capacity = 64 * 1024 - json_slack;
constexpr std::size_t kept_capacity = 1024 * 1024;

JsonBuffer backend_buffer;

// Which use of backend_buffer is under way, 0 for none. Numbers are never used again, so that the callback of a use
// that has ended in the regular way finds a number that is no longer current and does nothing.
uint64 current_use = 0;
uint64 last_use = 0;

struct BufferUse {
    MemoryContextCallback callback;
    uint64 number;
};

void end_backend_use() {
    current_use = 0;
    backend_buffer.used = 0;
    if (backend_buffer.capacity > kept_capacity) {
        pfree(backend_buffer.data);
        backend_buffer.data = nullptr;
        backend_buffer.capacity = 0;
    }
}

// After an error nobody releases the buffer. The context of the call is reset or deleted then, and ends the use.
void use_forgotten(void *arg) {
    if (static_cast<BufferUse *>(arg)->number == current_use)
        end_backend_use();
}

} // namespace

JsonBuffer *json_buffer_acquire() {
    if (current_use != 0) {
        JsonBuffer *nested = static_cast<JsonBuffer *>(palloc0(sizeof(JsonBuffer)));
        nested->context = CurrentMemoryContext;
        return nested;
    }
    if (backend_buffer.context == nullptr)
        backend_buffer.context =
            AllocSetContextCreate(TopMemoryContext, "keyset_page output buffer", ALLOCSET_DEFAULT_SIZES);
    if (backend_buffer.data == nullptr)
        json_buffer_grow(backend_buffer, first_capacity);
    BufferUse *use = static_cast<BufferUse *>(palloc0(sizeof(BufferUse)));
    use->number = ++last_use;
    use->callback.func = use_forgotten;
    use->callback.arg = use;
    MemoryContextRegisterResetCallback(CurrentMemoryContext, &use->callback);
    current_use = use->number; // last: nothing above leaves the buffer in use when it fails
    backend_buffer.used = 0;
    return &backend_buffer;
}

void json_buffer_release(JsonBuffer *buffer) {
    if (buffer == &backend_buffer) {
        end_backend_use();
        return;
    }
    if (buffer->data != nullptr)
        pfree(buffer->data);
    pfree(buffer);
}

char *json_buffer_grow(JsonBuffer &buffer, std::size_t n) {
    constexpr std::size_t limit = MaxAllocSize; // also the largest value SQL can hold: the same end json_agg has
    if (n > limit || buffer.used + n + json_slack > limit)
        raise_page_too_large();
    std::size_t capacity = Max(buffer.capacity * 2, static_cast<std::size_t>(1024));
    while (capacity < buffer.used + n + json_slack)
        capacity *= 2;
    capacity = Min(capacity, limit);
    if (buffer.data == nullptr)
        buffer.data = static_cast<char *>(MemoryContextAlloc(buffer.context, capacity));
    else
        buffer.data = static_cast<char *>(repalloc(buffer.data, capacity));
    buffer.capacity = capacity;
    return buffer.data + buffer.used;
}

} // namespace kp
